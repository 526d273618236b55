import Application

/// The panes of each layout of the screen, as in `library|queue; listen=library|lyrics; drum=lyrics`.
package struct ScreenPanes: Hashable, Sendable {
  /// The panes beside the pads.
  package var both = PaneArrangement.standard
  /// The panes without pads; nil for those of `both`.
  package var listen: PaneArrangement?
  /// The panes below large pads; nil for none.
  package var drum: PaneArrangement?

  package init() {}

  package subscript(layout: ScreenLayout) -> PaneArrangement? {
    switch layout {
    case .both: both
    case .drum: drum
    case .listen: listen ?? both
    }
  }

  /// Reads the panes of all layouts. The first part has no name, and is that of the layout `both`.
  package init?(_ text: String) {
    for (index, part) in text.split(separator: ";", omittingEmptySubsequences: false).enumerated() {
      let sides = part.split(separator: "=", omittingEmptySubsequences: false)
      guard let last = sides.last, let panes = PaneArrangement(String(last)), sides.count <= 2 else {
        return nil
      }
      let layout = sides.count == 2 ? ScreenLayout(rawValue: sides[0].filter { $0 != " " }) : .both
      switch layout {
      case .both? where index == 0: both = panes
      case .listen? where listen == nil: listen = panes
      case .drum? where drum == nil: drum = panes
      case .both?, .listen?, .drum?, nil: return nil
      }
    }
  }

  package var text: String {
    ([both.text]
      + [("listen", listen), ("drum", drum)].compactMap { name, panes in panes.map { "\(name)=\($0.text)" } })
      .joined(separator: "; ")
  }
}
