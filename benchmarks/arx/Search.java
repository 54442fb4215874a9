import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.deidentifier.arx.ARXAnonymizer;
import org.deidentifier.arx.ARXConfiguration;
import org.deidentifier.arx.ARXLattice.ARXNode;
import org.deidentifier.arx.ARXResult;
import org.deidentifier.arx.AttributeType;
import org.deidentifier.arx.AttributeType.Hierarchy;
import org.deidentifier.arx.Data;
import org.deidentifier.arx.DataHandle;
import org.deidentifier.arx.DataSubset;
import org.deidentifier.arx.DataType;
import org.deidentifier.arx.criteria.AverageReidentificationRisk;
import org.deidentifier.arx.criteria.BasicBLikeness;
import org.deidentifier.arx.criteria.DDisclosurePrivacy;
import org.deidentifier.arx.criteria.DPresence;
import org.deidentifier.arx.criteria.DistinctLDiversity;
import org.deidentifier.arx.criteria.EnhancedBLikeness;
import org.deidentifier.arx.criteria.EntropyLDiversity;
import org.deidentifier.arx.criteria.EntropyLDiversity.EntropyEstimator;
import org.deidentifier.arx.criteria.EqualDistanceTCloseness;
import org.deidentifier.arx.criteria.HierarchicalDistanceTCloseness;
import org.deidentifier.arx.criteria.KAnonymity;
import org.deidentifier.arx.criteria.KMap;
import org.deidentifier.arx.criteria.OrderedDistanceTCloseness;
import org.deidentifier.arx.criteria.PrivacyCriterion;
import org.deidentifier.arx.criteria.RecursiveCLDiversity;
import org.deidentifier.arx.criteria.SampleUniqueness;
import org.deidentifier.arx.metric.Metric;
import org.deidentifier.arx.metric.Metric.AggregateFunction;

/**
 * ARX's optimum for each configuration that comes in as a line, answered by a line of JSON.
 *
 * The fields of a line, separated by tabs, are those of Case, in its order; lists are separated by
 * commas, weights are name=number, a model is words separated by spaces (see model). CPU times are
 * those of the thread that searches, the least of several runs. cpu_s: anonymize alone, to which
 * records come as numbers of their values and which leaves them as they are. whole_s: beside, the
 * texts of records turned to numbers (getHandle) and the records recoded (getOutput), as numbers.
 */
public class Search {

    static final int RUNS = 3;

    record Case(File folder, double drop, String loss, String aggregate, List<String> keys,
                List<String> sensitive, List<String> weights, boolean sampled, List<String> models) {

        static Case of(File folder, String line) {
            String[] field = line.split("\t", -1);
            return new Case(folder, Double.parseDouble(field[0]), field[1], field[2], list(field[3]),
                            list(field[4]), list(field[5]), field[6].equals("1"), list(field[7]));
        }

        static List<String> list(String text) {
            return text.isEmpty() ? List.of() : Arrays.asList(text.split(","));
        }

        Hierarchy hierarchy(String column) throws IOException {
            File file = new File(folder, "hierarchy_" + column + ".csv");
            return Hierarchy.create(file, StandardCharsets.UTF_8, ';');
        }
    }

    public static void main(String[] args) throws IOException {
        BufferedReader lines = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            System.out.println(answer(Case.of(new File(args[0]), line)));
        }
    }

    static String answer(Case one) throws IOException {
        double cpu = Double.POSITIVE_INFINITY, whole = Double.POSITIVE_INFINITY;
        String found = "";
        for (int run = 0; run < RUNS; run++) {
            Data data = data(one);
            double began = now();
            data.getHandle();
            double numbered = now() - began;
            DataSubset sample = one.sampled ? sample(data) : null;
            ARXConfiguration asked = asked(one, sample);
            began = now();
            ARXResult result = new ARXAnonymizer().anonymize(data, asked);
            double took = now() - began;
            if (result.isResultAvailable()) result.getOutput(false);
            cpu = Math.min(cpu, took);
            whole = Math.min(whole, numbered + now() - began);
            found = told(one, result);
        }
        return "{\"cpu_s\": " + cpu + ", \"whole_s\": " + whole + found + "}";
    }

    /** CPU seconds of this thread. */
    static double now() {
        return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() / 1e9;
    }

    static Data data(Case one) throws IOException {
        List<String> columns = Stream.concat(one.keys.stream(), one.sensitive.stream()).toList();
        List<String> lines = Files.readAllLines(new File(one.folder, "adult.csv").toPath());
        List<String> header = Arrays.asList(lines.get(0).split(";"));
        List<String[]> rows = new ArrayList<>();
        for (String line : lines) {
            String[] cells = line.split(";");
            rows.add(columns.stream().map(name -> cells[header.indexOf(name)]).toArray(String[]::new));
        }
        Data data = Data.create(rows);
        for (String name : one.keys) data.getDefinition().setAttributeType(name, one.hierarchy(name));
        for (String name : one.sensitive) {
            data.getDefinition().setAttributeType(name, AttributeType.SENSITIVE_ATTRIBUTE);
            if (name.equals("age")) data.getDefinition().setDataType(name, DataType.INTEGER);
        }
        return data;
    }

    static DataSubset sample(Data data) {
        Set<Integer> third = new LinkedHashSet<>();
        for (int row = 0; row < data.getHandle().getNumRows(); row += 3) third.add(row);
        return DataSubset.create(data, third);
    }

    static ARXConfiguration asked(Case one, DataSubset sample) throws IOException {
        ARXConfiguration asked = ARXConfiguration.create(one.drop, metric(one));
        for (String weight : one.weights) {
            String[] pair = weight.split("=");
            asked.setAttributeWeight(pair[0], Double.parseDouble(pair[1]));
        }
        for (String words : one.models) asked.addPrivacyModel(model(one, words.split(" "), sample));
        return asked;
    }

    static Metric<?> metric(Case one) {
        AggregateFunction mean = one.aggregate.equals("geometric")
            ? AggregateFunction.GEOMETRIC_MEAN : AggregateFunction.ARITHMETIC_MEAN;
        return switch (one.loss) {
            case "loss" -> Metric.createLossMetric(mean);
            case "entropy" -> Metric.createNormalizedEntropyMetric(mean);
            case "precision" -> Metric.createPrecisionMetric(mean);
            case "discernibility" -> Metric.createDiscernabilityMetric();
            case "group_size" -> Metric.createAECSMetric();
            default -> throw new IllegalArgumentException(one.loss);
        };
    }

    static PrivacyCriterion model(Case one, String[] word, DataSubset sample) throws IOException {
        String name = word[0], column = word[1];
        double last = Double.parseDouble(word[word.length - 1]);
        return switch (name) {
            case "k" -> new KAnonymity((int) last);
            case "k_map" -> new KMap((int) last, sample);
            case "presence" -> new DPresence(Double.parseDouble(word[1]), last, sample);
            case "average_risk" -> new AverageReidentificationRisk(last);
            case "sample_uniques" -> new SampleUniqueness(last);
            case "l_distinct" -> new DistinctLDiversity(column, (int) last);
            case "l_entropy" -> new EntropyLDiversity(column, last);
            case "l_grassberger" -> new EntropyLDiversity(column, last, EntropyEstimator.GRASSBERGER);
            case "l_recursive" -> new RecursiveCLDiversity(column, Double.parseDouble(word[2]), (int) last);
            case "t_equal" -> new EqualDistanceTCloseness(column, last);
            case "t_ordered" -> new OrderedDistanceTCloseness(column, last);
            case "t_hierarchical" -> new HierarchicalDistanceTCloseness(column, last, one.hierarchy(column));
            case "beta_basic" -> new BasicBLikeness(column, last);
            case "beta_enhanced" -> new EnhancedBLikeness(column, last);
            case "delta" -> new DDisclosurePrivacy(column, last);
            default -> throw new IllegalArgumentException(name);
        };
    }

    /** What was found: its loss, its levels, the records dropped, and how much was looked at. */
    static String told(Case one, ARXResult result) {
        long checked = result.getProcessStatistics().getTransformationsChecked();
        if (!result.isResultAvailable()) return ", \"loss\": null, \"checked\": " + checked;
        ARXNode node = result.getGlobalOptimum();
        DataHandle shown = result.getOutput(false);
        int dropped = 0;
        int step = one.sampled ? 3 : 1;
        for (int row = 0; row < shown.getNumRows(); row += step) if (shown.isOutlier(row)) dropped++;
        String levels = one.keys.stream().map(name -> "\"" + name + "\": " + node.getGeneralization(name))
            .collect(Collectors.joining(", "));
        return ", \"loss\": " + node.getHighestScore() + ", \"levels\": {" + levels + "}"
            + ", \"suppressed\": " + dropped + ", \"checked\": " + checked;
    }
}
