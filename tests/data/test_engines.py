"""One test body, every engine, the same answer; and what is refused at the door."""

from __future__ import annotations

import traceback
from datetime import UTC, date, datetime, time
from decimal import Decimal
from typing import Any

import numpy as np
import polars as pl
import pytest

from by_hand import company
from discret import Context, Dataset, Hierarchy, Role
from discret.assess import KAnonymity
from discret.errors import ColumnError, DiscretError, InputError
from discret.maths.matching import RULES, Rule
from discret.reduce import Pseudonymise, Recode, ShuffleRecords, Subsample, SuppressRecords, TopCode
from engines import EAGER, Engine, brought_back

CONTEXT = Context()
NAN = float("nan")
SECRET = "SECRET" + "VALUE"

TABLE = pl.DataFrame(
    {
        "n": [10, 20, 30, 40, 50, 60, 70, 80, 90, 100],
        "sex": ["f", "f", "f", "m", "m", None, None, "m", "f", "f"],
        "age": [20, 20, None, 40, 40, 40, 20, None, 20, 30],
        "pay": [1.5, 1.5, NAN, 2.5, NAN, None, 1.5, 2.5, 1.5, 0.25],
        "owns": [True, True, None, False, False, True, None, False, True, True],
        "born": [
            *(date(2001, 2, 3), date(2001, 2, 3), None, date(1980, 1, 1), date(1980, 1, 1)),
            *(date(1980, 1, 1), None, date(1980, 1, 1), date(2001, 2, 3), date(1999, 12, 31)),
        ],
        "dish": ["pie", "stew", "pie", "pie", "pie", None, "stew", "soup", "pie", "soup"],
        "person": ["p1", "p1", "p2", "p3", "p4", "p4", "p5", "p3", "p6", "p7"],
        "count": [1, 2, 3, 4, 5, 6, 7, 8, 9, 10],
        "weight": [1.25, 2.0, 3.5, 4.0, 5.0, 6.0, 7.0, 8.0, 9.75, 10.5],
    }
)
ROWS = TABLE.with_columns(pl.col("pay").fill_nan(None)).to_dicts()
KEYS = ["sex", "age"]


def as_rows(frame: pl.DataFrame) -> list[tuple[Any, ...]]:
    return brought_back(frame).rows()


def by_group(data: Dataset, values: Any) -> dict[tuple[Any, ...], Any]:
    return dict(zip(data.keys.groups.rows(), np.asarray(values).tolist(), strict=True))


def expected(columns: list[str], rule: Rule, measure: Any) -> dict[tuple[Any, ...], Any]:
    """What is counted with each combination of keys, by the definition of the rule."""
    counted = company(ROWS, columns, rule)
    pairs = zip(ROWS, counted, strict=True)
    return {tuple(row[c] for c in columns): measure(others) for row, others in pairs}


def occurs(column: str, value: Any) -> Any:
    return lambda others: sum(other[column] == value for other in others)


# --- the key table -------------------------------------------------------------------------


def test_every_engine_counts_the_same_key_table(engine: Engine) -> None:
    data = Dataset.of(
        engine(TABLE), key=KEYS, sensitive="dish", weight="weight", individual="person"
    )
    keys = data.keys
    assert len(data) == keys.records == 10
    assert keys.groups.rows() == sorted(
        {(row["sex"], row["age"]) for row in ROWS},
        key=lambda group: [(value is not None, value or 0) for value in group],
    )
    for rule in RULES:
        assert by_group(data, keys.size(rule)) == expected(KEYS, rule, len)
        weights = expected(KEYS, rule, lambda others: sum(other["weight"] for other in others))
        assert by_group(data, keys.weight(rule)) == pytest.approx(weights, rel=1e-12)
        people = expected(KEYS, rule, lambda others: len({other["person"] for other in others}))
        assert by_group(data, keys.people(rule)) == people


def test_every_engine_counts_the_same_histograms(engine: Engine) -> None:
    data = Dataset.of(engine(TABLE), key=KEYS, sensitive=["dish", "pay"])
    for column in ("dish", "pay", "person", "age"):  # sensitive, of no role, and a key itself
        for rule in RULES:
            found = data.keys.histogram(column, rule)
            assert found.values.to_list() == sorted({r[column] for r in ROWS} - {None})
            for place, value in enumerate(found.values):
                own = [*found.counts[:, [place]].toarray()[:, 0]]
                assert by_group(data, own) == expected(KEYS, rule, occurs(column, value))


@pytest.mark.parametrize("kind", ["sex", "age", "pay", "owns", "born"])
def test_keys_may_be_of_any_kind(engine: Engine, kind: str) -> None:
    data = Dataset.of(engine(TABLE), key=kind, row="n")
    sizes = dict(zip(as_rows(data.keys.groups), data.keys.size("known").tolist(), strict=True))
    assert sizes == expected([kind], "known", len)
    kept = SuppressRecords(models=[KAnonymity(k=4, missing="category")], drop=1).apply(
        data, CONTEXT
    )
    often = [row["n"] for row in ROWS if sum(row[kind] == one[kind] for one in ROWS) >= 4]
    assert sorted(kept.data.to_polars()["n"]) == often


def test_weights_may_be_integers(engine: Engine) -> None:
    data = Dataset.of(engine(TABLE), key="sex", weight="count")
    weights = expected(["sex"], "category", lambda others: sum(other["count"] for other in others))
    assert by_group(data, data.keys.weight("category")) == weights


@pytest.mark.parametrize("engine", ["polars", "pyarrow", "duckdb", "spark"], indirect=True)
def test_weights_may_be_decimals(engine: Engine) -> None:
    frame = TABLE.with_columns(pl.col("weight").cast(pl.Decimal(10, 2)))
    data = Dataset.of(engine(frame), key="sex", weight="weight")
    assert data.keys.weight("category").sum() == pytest.approx(57.0)


def test_bad_weights_are_counted_in_every_engine(engine: Engine) -> None:
    frame = pl.DataFrame({"a": ["x", "x", "y", "y", "z"], "w": [1.0, None, 0.0, -1.0, NAN]})
    data = Dataset.of(engine(frame), key="a", weight="w")
    assert data.keys.bad_weights == 4
    with pytest.raises(InputError, match="4 records have a weight that is missing, zero or"):
        data.keys.weight("known")


# --- what comes in goes out ----------------------------------------------------------------


def test_to_native_gives_back_what_came_in(engine: Engine) -> None:
    native = engine(TABLE)
    data = Dataset.of(native, key=KEYS, row="n")
    result = data.to_native()
    assert type(result) is type(native)
    table = brought_back(result)
    assert table.columns == TABLE.columns
    assert (table if engine.eager else table.sort("n")).to_dicts() == ROWS


def test_nan_is_missing_in_every_engine(engine: Engine) -> None:
    data = Dataset.of(engine(TABLE), key="sex")
    assert data.to_polars()["pay"].null_count() == 3
    assert data.values("pay").to_list() == [0.25, 1.5, 2.5]


@pytest.mark.parametrize("engine", EAGER, indirect=True)
def test_eager_tables_keep_their_order_through_joins(engine: Engine) -> None:
    data = Dataset.of(engine(TABLE), key="sex", hierarchies={"sex": Hierarchy.from_prefixes(1)})
    changed = Recode(column="sex", level="1").apply(data, CONTEXT).data
    kept = SuppressRecords(models=[KAnonymity(k=3, missing="category")], drop=1).apply(
        changed, CONTEXT
    )
    assert brought_back(kept.data.to_native())["n"].to_list() == [10, 20, 30, 40, 50, 80, 90, 100]


def test_what_came_in_is_never_changed(engine: Engine) -> None:
    native = engine(TABLE)
    data = Dataset.of(native, key="age", weight="weight", row="n")
    for method in (TopCode(column="age", top=25), Subsample(share=0.5), ShuffleRecords()):
        method.apply(data, CONTEXT)
    for table in (native, data.to_native()):
        assert brought_back(table).sort("n").to_dicts() == ROWS


def pandas_table() -> Any:
    pd = pytest.importorskip("pandas")
    return pd.DataFrame(
        {
            "category": pd.Categorical(["b", "a", None, "b"], categories=["b", "a", "unused"]),
            "ordered": pd.Categorical(["lo", "hi", "hi", "lo"], ["lo", "hi"], ordered=True),
            "nullable": pd.array([1, None, 3, 4], dtype="Int64"),
            "small": np.array([1, 2, 3, 4], dtype=np.int8),
            "stamp": pd.to_datetime(["2024-01-02", None, "2024-01-04", "2024-01-05"]),
            "zoned": pd.to_datetime(["2024-01-02"] * 4, utc=True),
            "string": pd.array(["x", None, "y", "x"], dtype="string"),
            "object": ["x", None, "y", "x"],
            "boolean": pd.array([True, None, False, True], dtype="boolean"),
            "float": [0.5, NAN, 1.5, 2.5],
            "single": np.array([0.5, 0.25, 1.5, 2.5], dtype=np.float32),
        }
    )


def test_pandas_types_come_back() -> None:
    pd = pytest.importorskip("pandas")
    table = pandas_table()
    back = Dataset.of(table, key=["category", "string"]).to_native()
    table["category"] = table["category"].cat.remove_unused_categories()  # they may be of the gone
    pd.testing.assert_frame_equal(back, table)


def test_pandas_types_come_back_for_the_columns_left_alone() -> None:
    table = pandas_table()
    data = Dataset.of(table, key=["object", "category"], row="small")
    data = Recode(column="object", mapping={"x": "new"}).apply(data, CONTEXT).data
    back = Subsample(share=0.5).apply(data, CONTEXT).data.to_native()
    assert back["object"].isin(["new", "y", None]).all()
    kept = [name for name in table.columns if name != "object"]
    kinds = [back[kept].dtypes.astype(str).to_dict(), table[kept].dtypes.astype(str).to_dict()]
    assert kinds[0] == kinds[1]
    assert back["ordered"].cat.ordered


@pytest.mark.parametrize("column", ["category", "string", "object"])
def test_recoded_pandas_columns_hold_their_new_values(column: str) -> None:
    data = Dataset.of(pandas_table(), key=column)
    mapping = {"a": "new", "b": "new", "x": "new", "y": "new"}
    back = Recode(column=column, mapping=mapping).apply(data, CONTEXT).data.to_native()
    missing = pandas_table()[column].isna().to_list()
    assert back[column].isna().to_list() == missing
    assert set(back[column].dropna()) == {"new"}


def test_integers_that_became_decimal_are_not_cut(engine: Engine) -> None:
    frame = pl.DataFrame({"n": [1, 2, 3, 4, 5], "w": [3, 3, 3, 3, 3]})
    data = Dataset.of(engine(frame), weight="w", row="n")
    drawn = Subsample(share=0.4).apply(data, CONTEXT).data
    assert brought_back(drawn.to_native())["w"].to_list() == [7.5, 7.5]


@pytest.mark.parametrize("engine", EAGER, indirect=True)
def test_a_row_column_does_not_sort_the_table(engine: Engine) -> None:
    frame = pl.DataFrame({"n": [3, 1, 2], "a": ["x", "y", "z"]})
    data = Dataset.of(engine(frame), key="a", row="n")
    changed = Recode(column="a", mapping={"x": "w"}).apply(data, CONTEXT).data
    assert brought_back(changed.to_native())["n"].to_list() == [3, 1, 2]


@pytest.mark.parametrize("kind", ["pandas", "pyarrow"])
def test_narrow_floats_come_back_narrow_where_no_digit_is_lost(kind: str) -> None:
    """What is released is 0.1; in 32 bits that is more."""
    pytest.importorskip(kind)
    frame = pl.DataFrame({"half": [0.5], "tenth": [0.1]}).cast(pl.Float32)
    table = frame.to_pandas() if kind == "pandas" else frame.to_arrow()
    back = pl.DataFrame(Dataset.of(table, key="half").to_native())
    assert back.schema == {"half": pl.Float32, "tenth": pl.Float64}
    assert back.row(0) == (0.5, 0.1)


def test_pandas_categories_that_are_gone_are_not_named() -> None:
    pd = pytest.importorskip("pandas")
    table = pd.DataFrame({"a": ["x", "x", "y"], "dish": pd.Categorical(["p", "s", SECRET])})
    kept = Dataset.of(table, key="a").with_rows(np.array([0, 1]))
    assert list(kept.to_native()["dish"].cat.categories) == ["p", "s"]


def test_pyarrow_types_come_back() -> None:
    pa = pytest.importorskip("pyarrow")
    table = pa.table(
        {
            "dictionary": pa.array(["b", "a", None, "b"]).dictionary_encode(),
            "int32": pa.array([1, None, 3, 4], pa.int32()),
            "uint8": pa.array([1, 2, 3, 4], pa.uint8()),
            "string": pa.array(["x", None, "y", "x"], pa.string()),
            "large_string": pa.array(["x", None, "y", "x"], pa.large_string()),
            "date32": pa.array([date(2024, 1, 1), None, None, date(2024, 1, 2)], pa.date32()),
            "stamp": pa.array([datetime(2024, 1, 1, tzinfo=UTC)] * 4, pa.timestamp("us", "UTC")),
            "float32": pa.array([0.5, None, 1.5, 2.5], pa.float32()),
            "bool": pa.array([True, None, False, True]),
            "decimal": pa.array([Decimal("1.25")] * 4, pa.decimal128(10, 2)),
        }
    )
    data = Dataset.of(table, key=["dictionary", "string"], row="uint8")
    back = data.to_native()
    assert back.schema == table.schema
    assert back.to_pydict() == table.to_pydict()
    recoded = Recode(column="string", mapping={"x": "z"}).apply(data, CONTEXT).data
    fewer = Subsample(share=0.5).apply(recoded, CONTEXT).data.to_native()
    assert fewer.schema == table.schema


@pytest.mark.parametrize("engine", EAGER, indirect=True)
def test_methods_work_on_categories(engine: Engine) -> None:
    frame = pl.DataFrame({"a": ["x", "x", None, "y", "x"], "n": [1, 2, 3, 4, 5]})
    native = engine(frame.with_columns(pl.col("a").cast(pl.Categorical)))
    data = Dataset.of(native, key="a", row="n")
    assert data.keys.size("category").tolist() == [1, 3, 1]
    kept = (
        SuppressRecords(models=[KAnonymity(k=2, missing="category")], drop=1)
        .apply(data, CONTEXT)
        .data
    )
    assert brought_back(kept.to_native())["n"].to_list() == [1, 2, 5]
    coded = Recode(column="a", mapping={"x": "long label"}).apply(data, CONTEXT).data
    found = brought_back(coded.to_native())["a"].cast(pl.String).to_list()
    assert found == ["long label", "long label", None, "y", "long label"]


@pytest.mark.parametrize("engine", ["polars", "polars lazy", "duckdb", "spark"], indirect=True)
def test_keys_may_be_enumerations(engine: Engine) -> None:
    kind = pl.Enum(["y", "x"])
    frame = pl.DataFrame({"a": pl.Series(["x", "x", None, "y"], dtype=kind), "n": [1, 2, 3, 4]})
    data = Dataset.of(engine(frame), key="a", row="n")
    kept = (
        SuppressRecords(models=[KAnonymity(k=2, missing="category")], drop=1)
        .apply(data, CONTEXT)
        .data
    )
    assert sorted(kept.to_polars()["n"]) == [1, 2]


@pytest.mark.parametrize("kind", ["time64[us]", "date32", "bool", "int8", "null"])
def test_a_column_whose_kind_changed_comes_back_in_its_new_kind(kind: str) -> None:
    pa = pytest.importorskip("pyarrow")
    values = {"time64[us]": time(1, 30), "date32": date(2024, 1, 2), "bool": True, "int8": 7}
    column = pa.array([values.get(kind), None], pa.type_for_alias(kind))
    data = Dataset.of(pa.table({"a": column, "b": ["x", "y"]}), identifier="a", key="b")
    coded = Pseudonymise().apply(data, Context(secret=b"a secret of some length")).data
    found = coded.to_native()["a"].to_pylist()
    assert found[1] is None
    assert found[0] is None or len(found[0]) == 32


@pytest.mark.parametrize(
    "name", ["rev.annuel", " âge", "l'âge", 'a "b"', "a`b", "select", "poids (kg)"]
)
def test_odd_names_work_or_are_refused_at_the_door(engine: Engine, name: str) -> None:
    native = engine(pl.DataFrame({"n": [1, 2, 3], name: ["x", "x", None]}))
    try:
        data = Dataset.of(native, key=name, row="n")
    except ColumnError:
        return
    assert data.keys.size("category").tolist() == [1, 2]
    kept = (
        SuppressRecords(models=[KAnonymity(k=2, missing="category")], drop=1)
        .apply(data, CONTEXT)
        .data
    )
    assert sorted(kept.to_polars()["n"]) == [1, 2]


@pytest.mark.parametrize("name", ["upload", "discret_upload", "rhs", "lhs"])
def test_tables_of_the_user_are_not_mixed_up_with_ours(name: str) -> None:
    connection = pytest.importorskip("duckdb").connect()
    connection.execute("create table people as select 1 as n, 'x' as a union all select 2, 'x'")
    connection.execute(f"create table {name} as select 7 as n, 'z' as a, 7 as __row__")
    data = Dataset.of(connection.table("people"), key="a", row="n")
    shuffled = ShuffleRecords().apply(data, CONTEXT).data
    coded = Recode(column="a", mapping={"x": "y"}).apply(shuffled, CONTEXT).data
    assert coded.to_polars().sort("n").rows() == [(1, "y"), (2, "y")]
    assert connection.table(name).fetchall() == [(7, "z", 7)]
    names = {row[0] for row in connection.execute("show tables").fetchall()}
    assert names - {"__discret_beside__"} == {"people", name}  # a view of ours, in DuckDB 1


# --- what is refused -----------------------------------------------------------------------


@pytest.mark.parametrize("thing", [None, 3, "a,b", [[1, 2]], {"a": [1]}, pl.Series("a", [1])])
def test_what_is_no_table_is_refused(thing: Any) -> None:
    with pytest.raises(InputError, match=r"a table is needed, .* came") as bad:
        Dataset.of(thing)
    assert "pandas" in bad.value.hint


def test_doubled_names_are_refused() -> None:
    pd = pytest.importorskip("pandas")
    pa = pytest.importorskip("pyarrow")
    arrow = pa.table([pa.array([1]), pa.array([2])], names=["age", "age"])
    for table in (pd.DataFrame([[1, 2]], columns=["age", "age"]), arrow):
        with pytest.raises(ColumnError, match="same name: 'age'"):
            Dataset.of(table)


def test_doubled_names_of_a_query_are_refused() -> None:
    duckdb = pytest.importorskip("duckdb")
    for name in ("a", "age"):
        relation = duckdb.connect().sql(f"select 1 as {name}, 2 as {name}")
        with pytest.raises(ColumnError, match=f"'{name}'"):
            Dataset.of(relation)


@pytest.mark.parametrize("engine", ["spark"], indirect=True)
def test_doubled_names_in_spark_are_refused(engine: Engine) -> None:
    with pytest.raises(ColumnError, match="'age'"):
        Dataset.of(engine(TABLE).select("age", "age"))


def test_names_that_are_no_text_are_refused() -> None:
    pd = pytest.importorskip("pandas")
    with pytest.raises(ColumnError):
        Dataset.of(pd.DataFrame([[1, 2]], columns=["age", 7]))


@pytest.mark.parametrize("engine", [*EAGER, "polars lazy"], indirect=True)
def test_names_that_differ_by_case_only_are_refused(engine: Engine) -> None:
    with pytest.raises(ColumnError, match="differ by case only: 'Âge', 'âge'"):
        Dataset.of(engine(pl.DataFrame({"Âge": [1], "sexe": [2], "âge": [3]})))


@pytest.mark.parametrize("name", ["", "  ", "\t"])
def test_an_empty_name_is_refused(name: str) -> None:
    with pytest.raises(ColumnError, match="columns have no name"):
        Dataset.of(pl.DataFrame({"a": [1], name: [2]}))


@pytest.mark.parametrize("name", ["__row__", "__place__"])
@pytest.mark.parametrize("lazy", [False, True])
def test_the_names_that_discret_uses_are_not_lost(name: str, lazy: bool) -> None:
    frame = pl.DataFrame({"a": ["x", "y"], name: [7, 8]})
    try:
        data = Dataset.of(frame.lazy() if lazy else frame, key="a")
    except DiscretError:
        return
    assert data.to_polars().equals(frame)


def test_a_missing_column_is_named_with_the_nearest() -> None:
    with pytest.raises(ColumnError, match="the table has no column 'aeg', 'zone'") as bad:
        Dataset.of(TABLE, key=["sex", "aeg"], area="zone")
    assert "did you mean 'age'?" in bad.value.hint
    assert "'sex', 'age'" in bad.value.hint


@pytest.mark.parametrize("twice", [{"key": "age", "sensitive": "age"}, {"key": ["age", "age"]}])
def test_a_column_has_one_role(twice: dict[str, Any]) -> None:
    with pytest.raises(ColumnError, match="a column has one role; 'age' was given several"):
        Dataset.of(TABLE, **twice)


@pytest.mark.parametrize("column", ["sex", "owns", "born"])
def test_weights_are_numbers(column: str) -> None:
    with pytest.raises(ColumnError, match=f"weights are numbers, column '{column}' holds none"):
        Dataset.of(TABLE, weight=column)


def test_hierarchies_are_for_columns_that_exist() -> None:
    with pytest.raises(ColumnError, match="hierarchies: the table has no column 'agee'") as bad:
        Dataset.of(TABLE, key="age", hierarchies={"agee": Hierarchy.from_cuts([30])})
    assert "did you mean 'age'?" in bad.value.hint


@pytest.mark.parametrize("mixed", [[SECRET, 3], [3, SECRET], [{"a": 1}, SECRET]])
def test_a_mixed_column_is_refused_and_not_shown(mixed: list[Any]) -> None:
    pd = pytest.importorskip("pandas")
    with pytest.raises(InputError) as bad:
        Dataset.of(pd.DataFrame({"a": mixed}), key="a")
    assert bad.value.hint
    assert SECRET not in "".join(traceback.format_exception(bad.value))


@pytest.mark.parametrize(
    "values",
    [
        [True, None, False],
        [date(2024, 1, 1), None, date(2024, 1, 2)],
        [Decimal("1.5"), None, Decimal("2.5")],
    ],
    ids=["booleans", "dates", "decimals"],
)
def test_pandas_objects_of_one_kind_are_no_mixture(values: list[Any]) -> None:
    pd = pytest.importorskip("pandas")
    table = pd.DataFrame({"a": pd.Series(values, dtype=object)})
    data = Dataset.of(table, key="a")
    assert data.keys.groups.rows() == [(None,), *((v,) for v in sorted(values[::2]))]
    assert data.to_native()["a"].to_list() == values


# --- small questions -----------------------------------------------------------------------


def test_columns_have_the_role_stated_or_none() -> None:
    data = Dataset.of(TABLE, key=KEYS, weight="weight", row="n", individual="person")
    assert data.columns(Role.KEY) == ("sex", "age")
    assert data.columns(Role.WEIGHT, Role.ROW) == ("weight", "n")
    assert data.columns(Role.IGNORED) == ("pay", "owns", "born", "dish", "count")
    assert set(data.columns()) == set(TABLE.columns)
    assert data.column(Role.AREA) is None


def test_the_repr_counts_and_shows_no_value(engine: Engine) -> None:
    text = repr(Dataset.of(engine(TABLE.with_columns(pl.lit(SECRET).alias("sex"))), key=KEYS))
    size = "10 records" if engine.eager else "lazy"
    assert text == f"Dataset({size}: 2 key, 8 ignored)"


def test_keys_are_needed_for_a_key_table() -> None:
    with pytest.raises(InputError, match="no column has the role key"):
        _ = Dataset.of(TABLE).keys


def test_an_empty_table_has_no_key_table(engine: Engine) -> None:
    data = Dataset.of(engine(TABLE.head(0)), key="age")
    assert len(data) == 0
    with pytest.raises(InputError, match="the table has no records"):
        _ = data.keys
    assert brought_back(data.to_native()).is_empty()
