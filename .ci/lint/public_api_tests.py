"""Tests of public_api.py."""

import unittest

import public_api


def symbol(path, text, access="public", kind="swift.method", precise="s:1"):
    return {
        "accessLevel": access,
        "identifier": {"precise": precise},
        "kind": {"identifier": kind},
        "pathComponents": path,
        "declarationFragments": [{"spelling": part} for part in text],
    }


class PublicAPITests(unittest.TestCase):
    def test_lists_public_symbols_in_order_and_counts_functions(self):
        graph = {
            "symbols": [
                symbol(["B", "run()"], ["func", " ", "run()"]),
                symbol(["A"], ["struct A"], kind="swift.struct"),
                symbol(["A", "hidden"], ["var hidden"], access="package", kind="swift.property"),
            ]
        }
        expected = ["2 symbols, 1 of them functions", "A: struct A", "B.run(): func run()"]
        self.assertEqual(public_api.listing([graph]), expected)

    def test_lists_overloads_once_each(self):
        graph = {
            "symbols": [
                symbol(["A", "run(_:)"], ["func run(_: Int)"]),
                symbol(["A", "run(_:)"], ["func run(_: Bool)"]),
                symbol(["A", "run(_:)"], ["func run(_: Bool)"], precise="s:1::SYNTHESIZED::s:2"),
            ]
        }
        self.assertEqual(len(public_api.listing([graph, graph])), 3)


if __name__ == "__main__":
    unittest.main()
