# SPDX-License-Identifier: MIT
"""Shows on temporary trees what is refused in which layer, and what is not."""

import tempfile
import unittest
from pathlib import Path

import layers

API = """
public struct Store<State: Sendable>: Sendable { public struct Token<A> {} }
public final class Reducer<State> {}
@frozen public enum CasePath<Root, Value> {}
public typealias CallbackWith<Value> = (Value) -> Void
public protocol Action: Sendable {}
public protocol ElementAction<ID>: Action {}
public struct Effect {}
struct Hidden<Value> {}
extension Store { public struct Values<Element> {} }
"""

ENGINE = """
final class Engine { struct Entry {} }
private struct Slot {}
extension Engine { enum Phase {} }
"""


class Layers(unittest.TestCase):
    def findings(self, engine="", support="", api=API):
        """The findings in a core with these texts, as `File.swift:line name`."""
        with tempfile.TemporaryDirectory() as folder:
            core = Path(folder)
            for name, text in {
                "Store/Store.swift": api,
                "Engine/Engine.swift": ENGINE,
                "Engine/Parts/Part.swift": engine,
                "Support/Locked.swift": "struct Locked<Value> {}\n",
                "Support/Tool.swift": support,
            }.items():
                path = core / name
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(text)
            results = []
            for finding in layers.check(core):
                place, _, text = finding.partition(": ")
                results.append(f"{Path(place).name} {text.split(' names ')[1].split(',')[0]}")
            return results

    def test_a_tree_in_order_has_no_findings(self):
        engine = "struct Part { var lock: Locked<Int>; let effect: Effect; let action: any ElementAction<Int> }"
        self.assertEqual(self.findings(engine, "struct Tool { let locked: Locked<Int> }"), [])

    def test_support_must_not_name_engine(self):
        support = "struct Tool {}\nlet a: Engine?\nfunc f(_: [Engine]) {}\nextension Engine {}\n"
        self.assertEqual(
            self.findings(support=support), ["Tool.swift:2 Engine", "Tool.swift:3 Engine", "Tool.swift:4 Engine"]
        )

    def test_engine_must_not_name_public_generic_types(self):
        for name in ["Store", "Reducer", "CasePath", "CallbackWith"]:
            self.assertEqual(self.findings(f"\nlet a: {name}<Int>?"), [f"Part.swift:2 {name}"])
        self.assertEqual(self.findings("let a = Runnel.Store(state: 1)"), ["Part.swift:1 Store"])
        self.assertEqual(self.findings("extension Store where State: Equatable {}"), ["Part.swift:1 Store"])

    def test_support_must_not_name_public_generic_types(self):
        self.assertEqual(self.findings(support="let a: Store<Int>?"), ["Tool.swift:1 Store"])

    def test_nested_and_private_types_do_not_count(self):
        self.assertEqual(self.findings("let a: Token<Int>, b: Values<Int>, c: Hidden<Int>"), [])
        self.assertEqual(self.findings(support="struct Entry {}; let a: Slot?, b: Phase?, c: Entry?"), [])

    def test_members_comments_and_strings_do_not_count(self):
        engine = """
        // A Store.
        /* Reducer */
        let a = "Store \\(b.Store) Reducer", c: Part.Reducer, d = Kind.Store
        let storeCount = Stored(), e = `a Store`
        """
        self.assertEqual(self.findings(engine), [])

    def test_code_in_an_interpolation_counts(self):
        self.assertEqual(self.findings('let a = "\\(Store<Int>.self)"'), ["Part.swift:1 Store"])

    def test_names_of_the_file_itself_do_not_count(self):
        self.assertEqual(self.findings("struct Part<Store> { let a: Store }"), [])
        self.assertEqual(self.findings("func f<A, Reducer: B>(_ a: Reducer) {}"), [])
        self.assertEqual(self.findings("struct Part { enum CasePath {}; let a: CasePath }"), [])
        self.assertEqual(self.findings(support="struct Tool { enum Engine {}; let a: Engine }"), [])

    def test_a_type_under_a_condition_counts(self):
        self.assertEqual(
            self.findings("let a: Late<Int>?", api="#if os(Linux)\n  public struct Late<A> {}\n#endif\n"),
            ["Part.swift:1 Late"],
        )

    def test_missing_layers_are_refused(self):
        with tempfile.TemporaryDirectory() as folder:
            core = Path(folder)
            (core / "Engine").mkdir()
            self.assertEqual(len(layers.check(core)), 1)
            self.assertIn("Support: missing", layers.check(core)[0])
            (core / "Support").mkdir()
            self.assertIn("has no Swift files", layers.check(core)[0])

    def test_files_without_a_type_of_their_name_are_reported(self):
        with tempfile.TemporaryDirectory() as folder:
            for name, text in {
                "A.swift": "struct A {}", "B+C.swift": "extension X.B {}", "D.swift": "// struct D\nstruct E {}",
                "F.swift": "struct G {\n  enum F {}\n}",
                "H.swift": "public typealias H<Value: Sendable> = I<Value, any J>\nstruct I<A, B> {}",
                "H+Lines.swift": "extension I where B: Sendable {}", "J.docc/Resources/K.swift": "",
            }.items():
                path = Path(folder) / name
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(text)
            self.assertEqual([path.name for path in layers.misnamed(Path(folder))], ["D.swift"])


if __name__ == "__main__":
    unittest.main(verbosity=0)
