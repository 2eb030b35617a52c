"""Figures for super admins: sales, payments, tables, arrivals."""
