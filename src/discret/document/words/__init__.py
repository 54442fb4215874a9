"""The words of the reports, in English and in French.

`voice` speaks one language; the others are fixed sentences and the vocabulary.
"""
