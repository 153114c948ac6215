// SPDX-License-Identifier: MIT

#if canImport(SwiftUI)
  public import Runnel
  public import SwiftUI

  /// Bindings that read a field, and write to it by an action.
  ///
  /// From the moment in which something is written until its action has been reduced and announced, the field
  /// shows what was written, so that a text field does not jump back; from then on it shows what the state
  /// says. A reducer may refuse what was written, or make something else of it. Of several values that are
  /// written to a field in a row the newest is shown.
  ///
  /// A binding keeps its view store. O(1) to make, but for elements.
  extension ViewStore {
    /// A binding to a field.
    ///
    /// ```swift
    /// Toggle("Beta", isOn: model.binding(\.isBeta, send: ProfileAction.betaChanged))
    /// ```
    ///
    /// The value may be an optional, as for `sheet(item:)`.
    public func binding<Value>(
      _ keyPath: KeyPath<State, Value>,
      file: StaticString = #fileID,
      line: UInt = #line,
      send: @escaping (Value) -> any Action
    ) -> Binding<Value> {
      let site = CallSite(file: file, line: line)
      return Binding(fieldBinding(keyPath, from: site, send: send))
    }

    /// A binding to the value of an optional, if there is one now.
    ///
    /// ```swift
    /// if let text = model.binding(ifPresent: \.search?.text, send: SearchAction.textChanged) {
    ///   TextField("Search", text: text)
    /// }
    /// ```
    ///
    /// The view that makes it is told when the value comes or goes. A binding whose value has gone shows the
    /// last one, for as long as a view that is on its way out asks.
    public func binding<Value>(
      ifPresent keyPath: KeyPath<State, Value?>,
      file: StaticString = #fileID,
      line: UInt = #line,
      send: @escaping (Value) -> any Action
    ) -> Binding<Value>? {
      let site = CallSite(file: file, line: line)
      return fieldBinding(ifPresent: keyPath, from: site, send: send).map(Binding.init)
    }

    /// A binding to whether an optional has a value, for what is presented while it has.
    ///
    /// ```swift
    /// .sheet(isPresented: model.binding(isPresent: \.alert, send: ProfileAction.alertDismissed)) {
    ///   AlertView(app: app)
    /// }
    /// ```
    ///
    /// Dispatches the action when it is set to `false` while there is a value. Setting it to `true` does
    /// nothing: only the state can say what to present.
    public func binding<Value>(
      isPresent keyPath: KeyPath<State, Value?>,
      file: StaticString = #fileID,
      line: UInt = #line,
      send: @escaping @autoclosure () -> any Action
    ) -> Binding<Bool> {
      let site = CallSite(file: file, line: line)
      return Binding(fieldBinding(isPresent: keyPath, from: site, send: send))
    }

    /// A binding to a field of the element of an array that has an id, if there is such an element now.
    ///
    /// ```swift
    /// let isDone = model.binding(\.rows, id: id, \.isDone) { NoteAction.changed(id, isDone: $0) }
    /// if let isDone { Toggle("Done", isOn: isDone) }
    /// ```
    ///
    /// Only a change of this element's field is a change. The element is followed by its id wherever it is
    /// moved to: O(1) while it stays where it is, O(number of elements) for each binding when it has been
    /// moved. In a long list, give each row a view store of its own over `store.scope(\.rows, id: id)`.
    /// When the element has gone, the binding shows the last value.
    public func binding<Element: Identifiable, Value>(
      _ elements: KeyPath<State, [Element]>,
      id: Element.ID,
      _ value: KeyPath<Element, Value>,
      file: StaticString = #fileID,
      line: UInt = #line,
      send: @escaping (Value) -> any Action
    ) -> Binding<Value>? {
      let site = CallSite(file: file, line: line)
      return fieldBinding(elements, id: id, value, from: site, send: send).map(Binding.init)
    }
  }

  extension Binding {
    @MainActor
    fileprivate init(_ field: FieldBinding<Value>) {
      self.init(get: { @MainActor in field.get() }, set: { @MainActor in field.set($0) })
    }
  }
#endif
