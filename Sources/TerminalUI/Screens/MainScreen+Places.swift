import TerminalKit

extension MainScreen {
  /// Where everything stands.
  struct Places {
    /// `beside` is what ends the song's first line.
    var header, song, beside, buttons, progress, settings, pads, queue, hints, message: Rect
    /// Where the help may lie.
    var overlay: Rect
    /// The take and the marks of its hits; nil where there is no room.
    var take, marks: Rect?
  }

  static func places(_ sizeClass: SizeClass, _ area: Rect) -> Places {
    switch sizeClass {
    case .regular: regular(area)
    case .compact: compact(area)
    case .minimal, .tooSmall: minimal(area)
    }
  }

  private static func regular(_ area: Rect) -> Places {
    let hasAir = area.height >= 24
    let air = Layout.Part.fixed(hasAir ? 1 : 0)
    let rows = area.inset(1).rows([
      .fixed(1), air, .fixed(3), .fixed(1), .fixed(1), air,
      .fixed(PadGrid.height(columns: 8, isFramed: true)), air, .minimum(3), .fixed(1), .fixed(1),
    ])
    let song = rows[2].columns([.flexible(), .fixed(TransportButtons.width)], gap: 2)
    return Places(
      header: rows[0], song: rows[2], beside: song[1].row(0), buttons: song[1].row(0), progress: rows[3],
      settings: rows[4],
      pads: rows[6], queue: rows[8], hints: rows[9], message: rows[10],
      overlay: Rect(area.x, rows[1].y, area.width, rows[9].y - rows[1].y),
      take: hasAir ? rows[1] : nil, marks: hasAir ? rows[5] : nil)
  }

  private static func compact(_ area: Rect) -> Places {
    let hasAir = area.height >= 24
    let rows = area.inset(1).rows([
      .fixed(1), .fixed(hasAir ? 1 : 0), .fixed(2), .fixed(1), .fixed(1),
      .fixed(PadGrid.height(columns: 4, isFramed: true)), .minimum(3), .fixed(1), .fixed(1),
    ])
    let buttons = rows[2].columns([.flexible(), .fixed(TransportButtons.width)], gap: 2)[1]
    return Places(
      header: rows[0], song: rows[2], beside: buttons.row(0), buttons: buttons.row(0), progress: rows[3],
      settings: rows[4],
      pads: rows[5], queue: rows[6], hints: rows[7], message: rows[8],
      overlay: Rect(area.x, rows[1].y, area.width, rows[7].y - rows[1].y),
      take: hasAir ? rows[1] : nil)
  }

  private static func minimal(_ area: Rect) -> Places {
    let rows = area.rows([
      .fixed(2), .fixed(1), .fixed(1), .fixed(PadGrid.height(columns: 4, isFramed: false)), .minimum(2),
      .fixed(1), .fixed(1),
    ])
    let line = rows[2].columns([.fixed(TransportButtons.width), .flexible()], gap: 1)
    let state = rows[0].columns([.flexible(), .fixed(HeaderBar.stateWidth)])[1].row(0)
    return Places(
      header: state, song: rows[0], beside: state, buttons: line[0], progress: rows[1],
      settings: line[1], pads: rows[3], queue: rows[4], hints: rows[5], message: rows[6],
      overlay: Rect(area.x, area.y, area.width, rows[5].y - area.y))
  }
}
