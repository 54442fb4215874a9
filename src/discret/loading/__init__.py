"""What is loaded when: nouns once they are asked for, compiled kernels from where they are kept."""
