extension PseudoTerminal {
  /// Until it is full, and the program's main thread waits for it. It has to have 200 columns and 50 rows.
  package func stall() throws {
    var redraws = 0
    try Wait.until("the terminal to be full") {
      redraws += 1
      resize(columns: 200, rows: 50 - redraws % 2)
      // What the terminal holds besides is not told; 30 screens are more.
      if unread < 4_095 { redraws = 0 }
      return redraws > 30
    }
  }
}
