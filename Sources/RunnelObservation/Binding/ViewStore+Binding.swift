// SPDX-License-Identifier: MIT

#if canImport(SwiftUI)
  public import Runnel
  public import SwiftUI

  /// Bindings that read a field and write to it with an action.
  ///
  /// A write sends its action with ``ViewStoreOf/send(_:file:line:)``: after it, the binding
  /// returns the value in the state, which the reducer can have rejected or changed, and an
  /// animation around it includes the update. While the store is busy, a write waits for earlier
  /// actions. A binding retains its view store. Creating one is O(1), except for elements.
  extension ViewStoreOf {
    /// Returns a binding to a field.
    ///
    /// ```swift
    /// Toggle("Beta", isOn: model.binding(\.isBeta, send: ProfileAction.betaChanged))
    /// ```
    ///
    /// The value can be an optional, as for `sheet(item:)`.
    public func binding<Value>(
      _ keyPath: KeyPath<State, Value>, file: StaticString = #fileID, line: UInt = #line,
      send: @escaping (Value) -> ActionType
    ) -> Binding<Value> {
      let site = CallSite(file: file, line: line)
      return Binding(fieldBinding(keyPath, from: site, send: send))
    }

    /// Returns a binding to the value of an optional, or `nil` while the value is absent.
    ///
    /// ```swift
    /// if let text = model.binding(ifPresent: \.search?.text, send: SearchAction.textChanged) {
    ///   TextField("Search", text: text)
    /// }
    /// ```
    ///
    /// The view that creates the binding updates when the value appears or disappears. Once it has
    /// disappeared, the binding returns the last value, for views that are being removed.
    public func binding<Value>(
      ifPresent keyPath: KeyPath<State, Value?>, file: StaticString = #fileID, line: UInt = #line,
      send: @escaping (Value) -> ActionType
    ) -> Binding<Value>? {
      let site = CallSite(file: file, line: line)
      return fieldBinding(ifPresent: keyPath, from: site, send: send).map(Binding.init)
    }

    /// Returns a binding to the presence of an optional value, for presenting a view.
    ///
    /// ```swift
    /// .sheet(isPresented: model.binding(isPresent: \.alert, send: ProfileAction.alertDismissed)) {
    ///   AlertView(app: app)
    /// }
    /// ```
    ///
    /// Setting it to `false` while the value is present dispatches the action. Setting it to `true`
    /// has no effect, because only the state decides what is presented.
    public func binding<Value>(
      isPresent keyPath: KeyPath<State, Value?>, file: StaticString = #fileID, line: UInt = #line,
      send: @escaping @autoclosure () -> ActionType
    ) -> Binding<Bool> {
      let site = CallSite(file: file, line: line)
      return Binding(fieldBinding(isPresent: keyPath, from: site, send: send))
    }

    /// Returns a binding to a field of the array element with an ID, or `nil` without that element.
    ///
    /// ```swift
    /// let isDone = model.binding(\.rows, id: id, \.isDone) { NoteAction.doneChanged($0) }
    /// if let isDone { Toggle("Done", isOn: isDone) }
    /// ```
    ///
    /// The action is for this element, as if it were dispatched through
    /// `store.scope(\.rows, id: id)`. After the element is removed, the binding returns the last
    /// value.
    ///
    /// Changes of other elements and fields don't update its readers. The binding follows the
    /// element when it moves: O(1) while the element keeps its position, O(number of elements) for
    /// each binding after a move. In a long list, give each row a view store over
    /// `store.scope(\.rows, id: id)`.
    public func binding<Element: Identifiable, Value>(
      _ elements: any WritableKeyPath<State, [Element]> & Sendable, id: Element.ID,
      _ value: KeyPath<Element, Value>, file: StaticString = #fileID, line: UInt = #line,
      send: @escaping (Value) -> any Action
    ) -> Binding<Value>? where Element.ID: Sendable {
      let site = CallSite(file: file, line: line)
      return fieldBinding(elements, id: id, value, from: site, send: send).map(Binding.init)
    }

    /// Returns a binding to a field of the entity with an ID, or `nil` without that entity.
    ///
    /// Like the binding to a field of an array element, and O(1) wherever the entity has moved.
    public func binding<Element: Identifiable, Value>(
      _ entities: any WritableKeyPath<State, Entities<Element>> & Sendable, id: Element.ID,
      _ value: KeyPath<Element, Value>, file: StaticString = #fileID, line: UInt = #line,
      send: @escaping (Value) -> any Action
    ) -> Binding<Value>? where Element.ID: Sendable {
      let site = CallSite(file: file, line: line)
      return fieldBinding(entities, id: id, value, from: site, send: send).map(Binding.init)
    }
  }

  extension ViewStoreOf where ActionType: FormAction, ActionType.FormState == State {
    /// Returns a binding that sets a property with the feature's ``Runnel/FormAction``.
    ///
    /// ```swift
    /// TextField("Name", text: model.binding(\.name))
    /// ```
    ///
    /// For an edit with an action of its own, use ``binding(_:file:line:send:)``.
    public func binding<Value: Equatable & Sendable>(
      _ keyPath: any WritableKeyPath<State, Value> & Sendable,
      file: StaticString = #fileID, line: UInt = #line
    ) -> Binding<Value> {
      Binding(fieldBinding(keyPath, from: CallSite(file: file, line: line)))
    }
  }

  extension ViewStoreOf where ActionType == any Action {
    /// Returns a binding that sets a property with a ``Runnel/SetAction`` of the state.
    ///
    /// A reducer of `SetAction<State>` must apply it. Otherwise, the field returns to its old
    /// value.
    public func binding<Value: Equatable & Sendable>(
      _ keyPath: any WritableKeyPath<State, Value> & Sendable,
      file: StaticString = #fileID, line: UInt = #line
    ) -> Binding<Value> {
      Binding(fieldBinding(keyPath, from: CallSite(file: file, line: line)))
    }
  }

  extension Binding {
    @MainActor
    init(_ field: FieldBinding<Value>) {
      self.init(get: { @MainActor in field.get() }, set: { @MainActor in field.set($0) })
    }
  }
#endif
