// SPDX-License-Identifier: MIT

import RunnelBoundary

// What must not compile for what a call may do. Apart, since the compiler looks at this only where types are right.

func reading(_ property: ThrowingProperty<Int>) {
  // What may have failed is not read without saying so.
  _ = property.value
  // expected-error@-1 {{property access can throw, but it is not marked with 'try' and the error is not handled}}
}
