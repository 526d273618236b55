extension PseudoTerminal {
  /// Resizes the terminal, without reading it, until it is full. The terminal must have 200 columns and 50 rows.
  package func stall() throws {
    var redraws = 0
    try Wait.until("the terminal to be full") {
      redraws += 1
      resize(columns: 200, rows: 50 - redraws % 2)
      // The kernel buffers more than it reports; 30 screens fill that too.
      if unread < 4_095 { redraws = 0 }
      return redraws > 30
    }
  }
}
