// SPDX-License-Identifier: MIT

import Foundation

// MARK: Buttons

public struct Button<Label: View>: Primitive {
  @preconcurrency public nonisolated init(
    action: @escaping @MainActor () -> Void, @ViewBuilder label: () -> Label
  ) {}

  @preconcurrency public nonisolated init(
    role: ButtonRole?, action: @escaping @MainActor () -> Void, @ViewBuilder label: () -> Label
  ) {}
}

extension Button where Label == Text {
  @preconcurrency public nonisolated init<Title: StringProtocol>(
    _ title: Title, action: @escaping @MainActor () -> Void
  ) {}

  @preconcurrency public nonisolated init<Title: StringProtocol>(
    _ title: Title, role: ButtonRole?, action: @escaping @MainActor () -> Void
  ) {}
}

extension Button where Label == SwiftUI.Label<Text, Image> {
  @preconcurrency public nonisolated init<Title: StringProtocol>(
    _ title: Title, systemImage: String, action: @escaping @MainActor () -> Void
  ) {}

  @preconcurrency public nonisolated init<Title: StringProtocol>(
    _ title: Title, systemImage: String, role: ButtonRole?, action: @escaping @MainActor () -> Void
  ) {}
}

public struct ButtonRole: Equatable, Sendable {
  public static let destructive = ButtonRole()
  public static let cancel = ButtonRole()
}

public struct Menu<Label: View, Content: View>: Primitive {
  public nonisolated init(
    @ViewBuilder content: () -> Content, @ViewBuilder label: () -> Label
  ) {}
}

extension Menu where Label == SwiftUI.Label<Text, Image> {
  public nonisolated init<Title: StringProtocol>(
    _ title: Title, systemImage: String, @ViewBuilder content: () -> Content
  ) {}
}

// MARK: Fields

public struct Toggle<Label: View>: Primitive {
  public nonisolated init(isOn: Binding<Bool>, @ViewBuilder label: () -> Label) {}
}

extension Toggle where Label == Text {
  public nonisolated init<Title: StringProtocol>(_ title: Title, isOn: Binding<Bool>) {}
}

public struct TextField<Label: View>: Primitive {}

extension TextField where Label == Text {
  public nonisolated init<Title: StringProtocol>(_ title: Title, text: Binding<String>) {}
  public nonisolated init<Title: StringProtocol>(
    _ title: Title, text: Binding<String>, axis: Axis
  ) {}
}

public struct SecureField<Label: View>: Primitive {}

extension SecureField where Label == Text {
  public nonisolated init<Title: StringProtocol>(_ title: Title, text: Binding<String>) {}
}

@available(tvOS, unavailable)
@available(watchOS, unavailable)
public struct TextEditor: Primitive {
  public nonisolated init(text: Binding<String>) {}
}

@available(tvOS, unavailable)
public struct Stepper<Label: View>: Primitive {}

@available(tvOS, unavailable)
extension Stepper where Label == Text {
  public nonisolated init<Title: StringProtocol, Value: Strideable>(
    _ title: Title, value: Binding<Value>, in bounds: ClosedRange<Value>, step: Value.Stride = 1,
    onEditingChanged: @escaping (Bool) -> Void = { _ in }
  ) {}
}

@available(tvOS, unavailable)
public struct Slider<Label: View, ValueLabel: View>: Primitive {}

@available(tvOS, unavailable)
extension Slider where Label == EmptyView, ValueLabel == EmptyView {
  public nonisolated init<Value: BinaryFloatingPoint>(
    value: Binding<Value>, in bounds: ClosedRange<Value> = 0...1,
    onEditingChanged: @escaping (Bool) -> Void = { _ in }
  ) where Value.Stride: BinaryFloatingPoint {}
}

@available(tvOS, unavailable)
@available(watchOS 10.0, *)
public struct DatePicker<Label: View>: Primitive {
  public typealias Components = DatePickerComponents
}

@available(tvOS, unavailable)
@available(watchOS 10.0, *)
extension DatePicker where Label == Text {
  public nonisolated init<Title: StringProtocol>(
    _ title: Title, selection: Binding<Date>,
    displayedComponents: Components = [.hourAndMinute, .date]
  ) {}
}

@available(tvOS, unavailable)
@available(watchOS 10.0, *)
public struct DatePickerComponents: OptionSet, Sendable {
  public let rawValue: UInt
  public init(rawValue: UInt) { self.rawValue = rawValue }
  public static let hourAndMinute = DatePickerComponents(rawValue: 1)
  public static let date = DatePickerComponents(rawValue: 2)
}

public struct Picker<Label: View, SelectionValue: Hashable, Content: View>: Primitive {}

extension Picker where Label == Text {
  public nonisolated init<Title: StringProtocol>(
    _ title: Title, selection: Binding<SelectionValue>, @ViewBuilder content: () -> Content
  ) {}
}

// MARK: Texts and images

public struct Label<Title: View, Icon: View>: Primitive {}

extension Label where Title == Text, Icon == Image {
  public nonisolated init<Content: StringProtocol>(_ title: Content, systemImage name: String) {}
}

public struct Image: Primitive {
  public nonisolated init(systemName: String) {}
}

public struct ProgressView<Label: View, CurrentValueLabel: View>: Primitive {}

extension ProgressView where CurrentValueLabel == EmptyView {
  public nonisolated init() where Label == EmptyView {}
  public nonisolated init<Title: StringProtocol>(_ title: Title) where Label == Text {}
  public nonisolated init<Value: BinaryFloatingPoint>(
    value: Value?, total: Value = 1.0
  ) where Label == EmptyView {}
}

@available(iOS 17.0, macOS 14.0, tvOS 17.0, watchOS 10.0, *)
public struct ContentUnavailableView<Label: View, Description: View, Actions: View>: Primitive {
  public nonisolated init(
    @ViewBuilder label: () -> Label,
    @ViewBuilder description: () -> Description = { EmptyView() },
    @ViewBuilder actions: () -> Actions = { EmptyView() }
  ) {}
}

// MARK: Times

public protocol TimelineSchedule {}

public struct EveryMinuteTimelineSchedule: TimelineSchedule, Sendable {
  public init() {}
}

extension TimelineSchedule where Self == EveryMinuteTimelineSchedule {
  public static var everyMinute: EveryMinuteTimelineSchedule { EveryMinuteTimelineSchedule() }
}

public struct TimelineView<Schedule: TimelineSchedule, Content> {
  public struct Context {
    public let date: Date
  }
}

extension TimelineView: View, Primitive where Content: View {
  public typealias Body = Never

  public nonisolated init(
    _ schedule: Schedule,
    @ViewBuilder content: @escaping (TimelineView<EveryMinuteTimelineSchedule, Never>.Context) ->
      Content
  ) {}
}
