"""What is loaded when, and done meanwhile: nouns once asked for, kernels from where they are."""
