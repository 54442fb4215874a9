"""Pieces of pages: tables and lists that stand in more than one report.

Plain data in, plain data for templates out.
"""
