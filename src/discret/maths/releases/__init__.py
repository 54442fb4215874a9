"""Several releases of one source: what they tell together, and groups that tell nothing more.

`histories` has who was in which group when, `bounds` what follows from all groups at once, `worlds`
whether they could have come about otherwise: by `exchanges` of two values, among people `nearby`,
or by `programs` in whole numbers. `few` has sets of few people whose values are known, `moved` who
is told apart by what was added and taken away, `regions` what is known where nobody is followed;
`signatures` is what m-invariance looks at, `balanced`, `cells` and `counterfeits` are how groups
are made that keep it.
"""
