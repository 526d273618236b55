extension Application {
  func connectExports() {
    exports.onMessage = { [weak self] in self?.report(.export($0)) }
    exports.onChange = { [weak self] in self?.changes.send(.state) }
  }
}
