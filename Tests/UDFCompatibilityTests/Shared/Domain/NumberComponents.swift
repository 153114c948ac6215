// SPDX-License-Identifier: MIT

import Dispatch
import RunnelUDF

class NumberView: ViewComponent {
  var props = 0 { didSet { history.append(props) } }
  var disposer = Disposer()
  var history = [Int]()
}

class EveryNumberView: ViewComponent {
  let delivery = Delivery.every
  let disposer = Disposer()
  var history = [Int]()
  var props = 0 { didSet { history.append(props) } }
}

class NumberService: ServiceComponent {
  var disposer = Disposer()
  var history = [Int]()
  var props = 0 {
    didSet {
      dispatchPrecondition(condition: .notOnQueue(.main))
      history.append(props)
    }
  }
}

class NumberListener: ViewActionListener {
  var disposer = Disposer()
  var history = [Int]()

  func update(props: Int) { history.append(props) }
}
