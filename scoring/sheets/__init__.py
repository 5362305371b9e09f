"""Sheets of the standings for people and programs. Import the module you need."""
