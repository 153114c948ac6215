// SPDX-License-Identifier: MIT

import RunnelBoundary

// Code that must not compile because of its effects. The compiler checks effects only in files
// without type errors.

func reading(_ property: ThrowingProperty<Int>) {
  // Reading a value that can be an error needs `try`.
  _ = property.value
  // expected-error@-1 {{property access can throw, but it is not marked with 'try' and the error is not handled}}
}
