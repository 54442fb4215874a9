"""Hierarchies made from the data: classes of neighbours, or of categories that tell the same."""

from __future__ import annotations

from collections.abc import Sequence

from discret.data.dataset import Dataset
from discret.data.entering.handed import check_dataset
from discret.data.hierarchies.hierarchy import Hierarchy
from discret.data.hierarchies.wishes import Lists, Wish


def automatic_hierarchy(
    data: Dataset,
    column: str,
    *,
    ordered: bool | Sequence[object] | None = None,
    sizes: Sequence[int] | None = None,
    apart: Lists = (),
    together: Lists = (),
    against: Sequence[str] | None = None,
    top: str | None = "*",
) -> Hierarchy:
    r"""Make a hierarchy for a column that has none, from what the data holds.

    Bergeat (2014) regrets that recoding algorithms know neither qualitative columns nor constraints
    on grouping: both are known here.

    Parameters
    ----------
    data, column
        The data, and the column, whatever its role.
    ordered
        Whether neighbours alone are grouped. Unless told: yes for numbers and dates, no for all
        else. Text is then in alphabetical order, or by number where all of it is numbers; a polars
        Enum is in its own order (an order declared in pandas is lost on entry). A list of all
        categories is the order itself.
    sizes
        Number of classes of each level, decreasing, the last at least 2. Unless told: half the
        number of values (at most 32), half of that, and so on to 2.
    apart
        Lists of categories: no two of a list are in one class, but at the top.
    together
        Lists of categories that are in one class from the first level on. In an order, all values
        between them are too.
    against
        For a column without order, the columns whose link with it is kept; the other keys unless
        told, and where there is none the column itself.
    top
        Label of the level where all values are one class; ``None`` for no such level, so that
        what is `apart` is never merged.

    Returns
    -------
    Hierarchy
        Intervals (`Hierarchy.from_cuts`) for numbers, else a table of the values of the data: for
        whole numbers too where there are three at most, which may be codes. Both can be written in
        a plan. It was fitted to these data: a table knows no other values. Every level merges
        something: none only gives values other names.

    Notes
    -----
    *In an order*, each level is the partition in contiguous classes that loses the least entropy,
    :math:`-∑ p \ln p` over the classes being the greatest: it is found exactly, by dynamic
    programming (Fisher 1958), among the partitions whose cuts are cuts of the level below. So
    classes are about as heavy as each other: squared deviations would leave extreme values alone,
    which is what disclosure control must not do. Cuts of numbers are the roundest numbers between
    neighbours. Beyond 2,000 distinct values, the cuts are chosen among those that make 2,000
    classes of about the same weight. With `apart`, the cuts of the best partition in the fewest
    classes are kept at every level.

    *Without order*, classes are merged two by two; each merger is the one that loses the least
    mutual information between the column and those of `against`, summed over these (agglomerative
    information bottleneck, Slonim & Tishby 1999). This is greedy: no level is proven to be the
    best. Records where either value is missing are left out of a pair of columns. Columns of
    `against` with more than 64 values are grouped first: numbers and dates in 64 classes of about
    the same weight, others in the 63 commonest and the rest. More than 1,000 categories are
    refused.

    One column is made at a time, against the others. Loonis (2004) partitions several at once, so
    as to keep a multivariate criterion of several contingency tables high, which Bergeat (2015,
    section 5) holds worth trying on keys. This is not it: here columns meet later, when
    `Generalise` searches the levels of all keys together, and proves that no other choice of these
    levels loses less; classes that only a joint partition would find are not among them.

    Records count with their weight where the data has weights. The labels tell something of the
    data (the values that occur, those that go together): look at them before a release.

    References
    ----------
    .. [1] Fisher W. D. (1958). On grouping for maximum homogeneity. JASA 53, 789-798.
    .. [2] Slonim N., Tishby N. (1999). Agglomerative information bottleneck. NIPS 12, 617-623.
    .. [3] Bergeat M. (2014). Un panorama de la protection des fichiers de données individuelles.
    .. [4] Loonis V. (2004). Simultaneous row and column partitioning in several contingency tables.
       Classification, Clustering, and Data Mining Applications, 621-629.

    Examples
    --------
    Bergeat (2014) cuts the ages of seven patients at 45.

    >>> from discret import Dataset
    >>> from discret.data.examples import illnesses
    >>> data = Dataset.of(illnesses(), key=["Âge", "Sexe", "CP"])
    >>> automatic_hierarchy(data, "Âge", sizes=[2]).to_dict()
    {'from': 'cuts', 'cuts': [[45]]}
    >>> automatic_hierarchy(data, "CP", sizes=[2], against=["Sexe"]).table.rows()[1:3]
    [('73270', '73270 | 42300', '*'), ('75014', '75014 | 93120', '*')]
    """
    check_dataset("automatic_hierarchy", data)
    others = (against,) if isinstance(against, str) else against
    return Wish(data, column, ordered, sizes, apart, together, others, top).hierarchy()
