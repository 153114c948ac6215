// SPDX-License-Identifier: MIT

public import Runnel

/// A function that updates a state in response to an action, as in UDF.
///
/// It replaces the type `Runnel.Reducer` in files that import only `RunnelUDF`. Write
/// `Runnel.Reducer` to compose reducers.
public typealias Reducer<State> = (inout State, any Action) -> Void

/// A function that updates a state in response to an action, and returns a side effect or `nil`.
public typealias SideEffectReducer<State> = (inout State, any Action) -> SideEffect
