import Application
import TerminalKit

/// The places of the parts of the screen in each size class.
///
/// Parts with the highest rank are dropped first if there is no room.
package struct MainLayout: Hashable, Sendable {
  package enum Place: CaseIterable, Hashable, Sendable {
    case header, artwork, title, buttons, album, artist, progress, settings, meters, waveform
    /// The hits of the take, and its name and layers, below the waveform.
    case hits, take
    case pads, library, queue, lyrics, timeline, mixer, hints, message
    /// The area that the panes divide.
    case panes
  }

  /// The optional parts that have something to show.
  package struct Parts: Hashable, Sendable {
    package var layout = ScreenLayout.both
    package var hasLibrary = false
    /// Whether the library shows linked lists, which have the width of both lists unless the user has arranged these.
    package var hasLinkedLists = false
    package var hasArtwork = true
    /// Whether the track has a picture of its own, which the layout *listen* shows.
    package var hasCover = true
    /// Whether there is a take, a loop, a punch range or a metronome.
    package var hasTakes = false
    package var panel = ScreenState.Panel.queue
    package var panes = ScreenPanes()
    /// The pane that is open and has the keys; nil if a list has them.
    package var openedPane: Pane?
    package var hasUnreadErrors = false
    /// The reason why nothing is heard; nil if the output is heard.
    package var silence: String?
    /// Whether a prompt or a filter is open, so that the list is more important than the pads.
    package var isListNeeded = false

    /// Whether there are panes, and whether the song has the waveform, because no pane has it.
    fileprivate var (hasPanes, songHasWaveform) = (true, true)

    /// The layout that is drawn: a list that is needed is shown in all.
    fileprivate var shown: ScreenLayout { layout == .drum && isListNeeded ? .both : layout }

    /// The panes that are drawn, as far as they have something to show; nil for none.
    fileprivate var shownPanes: PaneArrangement? {
      guard let chosen = panes[shown] else { return nil }
      let isNeeded = isListNeeded && !chosen.panes.contains(where: \.isList)
      let arranged = isNeeded ? .standard : chosen
      let all = (hasLinkedLists && arranged == .standard ? .pane(.library) : arranged)
        .filtered { $0 != .cover || hasArtwork }
      let lists = all?.panes.filter(\.isList) ?? []
      guard let list = lists.first else { return all }
      // If only one of library and queue is arranged, its place shows the list that has the focus.
      if lists.count == 1 { return all?.compactMap { $0 == list ? focusedList : $0 } }
      return hasLibrary ? all : all?.filtered { $0 != .library }
    }

    fileprivate var focusedList: Pane { hasLibrary && panel == .library ? .library : .queue }
  }

  package let sizeClass: SizeClass
  /// Whether title, artist, and album or chapter share the place of the title.
  package let isSongInOneLine: Bool
  /// Whether the state is shown beside the button that changes it, and not in the header.
  package let hasStateInButtons: Bool
  package let places: [Place: Rect]
  /// The arranged panes without room, except those whose content the song shows then.
  package let hiddenPanes: [Pane]
  /// The area of layers that cover the panels.
  package let overlay: Rect

  package init(_ area: Rect, _ parts: Parts = Parts()) {
    sizeClass = SizeClass(area.size)
    let panes = parts.shownPanes
    let full = MainLayout.places(area, parts, panes)
    // A picture or a waveform without room among the panes has its place in the song.
    let lost = Set(panes?.panes ?? []).filter { $0.isOfSong && full[$0.place] == nil }
    let kept = lost.isEmpty ? panes : panes?.filtered { !lost.contains($0) }
    let places = lost.isEmpty ? full : MainLayout.places(area, parts, kept)
    self.places = places
    isSongInOneLine = MainLayout.isLow(area.size, parts, kept)
    hasStateInButtons = parts.shown == .listen && sizeClass != .minimal && places[.buttons] != nil
    hiddenPanes = panes?.panes.filter { !$0.isOfSong && places[$0.place] == nil } ?? []
    let top = sizeClass == .minimal ? area.y : area.y + 1
    let bottom = places[.hints]?.y ?? places[.message]?.y ?? area.endY
    overlay = Rect(area.x, top, area.width, bottom - top)
  }

  private static func places(_ area: Rect, _ parts: Parts, _ panes: PaneArrangement?) -> [Place: Rect] {
    let sizeClass = SizeClass(area.size)
    let isLow = isLow(area.size, parts, panes)
    var parts = parts
    let shown = panes?.panes ?? []
    (parts.hasPanes, parts.songHasWaveform) = (panes != nil, !shown.contains(.waveform))
    if shown.contains(.cover) { parts.hasArtwork = false }
    let arrangement: Arrangement<Place> =
      switch sizeClass {
      case .tooSmall: .empty
      case _ where isLow: low(area.size, parts)
      case .regular: regular(area.size, parts)
      case .compact: compact(area.size, parts)
      case .minimal: minimal(area.size, parts)
      }
    var places = arrangement.places(in: sizeClass == .minimal ? area : area.inset(1))
    guard let panes, let inner = places.removeValue(forKey: .panes) else { return places }
    let layout = PaneLayout(
      arrangement: panes, sizeClass: sizeClass, focused: parts.focusedList, opened: parts.openedPane)
    for (pane, place) in layout.places(in: inner) {
      let rows = pane == .waveform ? place.rows([.minimum(1), .whole(parts.hasTakes ? 1 : 0)]) : [place]
      places[pane.place] = rows[0]
      if rows.count > 1, !rows[1].isEmpty { places[.hits] = rows[1] }
    }
    return places
  }

  /// Returns the area of a part; empty if there is no room for it.
  package subscript(place: Place) -> Rect { places[place] ?? Rect(0, 0, 0, 0) }

  /// Returns the area of a layer: its pane, all that layers cover, or its larger part above or below the pads.
  func area(of layer: any LayerContent) -> Rect {
    if let pane = layer.pane { return area(of: pane) }
    return layer.leavesPadsVisible ? besidePads ?? overlay : overlay
  }

  /// Returns the area of a pane whether it is arranged or open over the panels.
  func area(of pane: Pane) -> Rect { self[pane.place].isEmpty ? overlay : self[pane.place] }

  /// Returns whether a layer has a pane, so that it covers nothing.
  func hasPane(_ layer: any LayerContent) -> Bool { layer.pane.map { !self[$0.place].isEmpty } ?? false }

  /// The lowest area in which a form beside the pads can be used.
  private static let lowestForm = 4

  /// The area of a layer that leaves the pads visible; nil without pads, or without room.
  var besidePads: Rect? {
    let pads = self[.pads]
    if pads.isEmpty { return nil }
    let above = Rect(overlay.x, overlay.y, overlay.width, pads.y - overlay.y)
    let below = Rect(overlay.x, pads.endY, overlay.width, overlay.endY - pads.endY)
    let larger = above.height > below.height ? above : below
    return larger.height >= MainLayout.lowestForm ? larger : nil
  }

  private typealias Line = (Layout.Part, Arrangement<Place>)

  private static let air: Line = (.whole(1, rank: 20), .empty)

  private static func row(_ place: Place, rank: Int = 0) -> Line {
    (.whole(1, rank: rank), .place(place))
  }

  private static func hits(_ parts: Parts, rank: Int) -> Line {
    (.whole(parts.hasTakes && parts.songHasWaveform ? 1 : 0, rank: rank), .place(.hits))
  }

  /// Returns the header of a screen on which it shares the line of the title.
  private static func header(_ size: Size, _ parts: Parts, rank: Int = 0) -> Line {
    let width = HeaderBar.width(in: size, hasBadge: parts.hasUnreadErrors, silence: parts.silence)
    let device = isWide(size) && parts.silence == nil ? HeaderBar.deviceWidth : 0
    return (.whole(width + device, rank: rank), .place(.header))
  }

  private static func take(_ parts: Parts) -> Line {
    (.whole(parts.hasTakes ? 1 : 0, rank: 5), .place(.take))
  }

  // MARK: Lists alone

  /// Returns whether lists alone leave the song four lines at most: there is room for title and artist beside each other,
  /// and the track has no cover, or none has room.
  private static func isLow(_ size: Size, _ parts: Parts, _ panes: PaneArrangement?) -> Bool {
    guard parts.shown == .listen, size.width >= 60 else { return false }
    return size.height < 30 || !parts.hasArtwork || !parts.hasCover || panes?.panes.contains(.cover) == true
  }

  /// Returns whether there is room for the waveform, the meters and the device of a listener.
  private static func isWide(_ size: Size) -> Bool { size.holds(Size(100, 30)) }

  private static func low(_ size: Size, _ parts: Parts) -> Arrangement<Place> {
    var line: [Line] = [
      (.whole(TransportButtons.width, rank: 1), .place(.buttons)), (.minimum(20), .place(.progress)),
    ]
    line +=
      isWide(size)
      ? [(.minimum(40, most: 60), .place(.settings)), (.whole(20, rank: 2), .place(.meters))]
      : [(.minimum(14), .place(.settings))]
    let waveform = size.height < 30 || !parts.songHasWaveform ? 0 : parts.hasTakes ? 1 : 2
    return .rows([
      (.fixed(1), .columns([(.minimum(18), .place(.title)), header(size, parts)], gap: 2)),
      (.fixed(1), .columns(line, gap: 2)),
      (.whole(waveform, rank: 6), .place(.waveform)),
      (.whole(parts.hasTakes && size.height > 24 ? 1 : 0, rank: 5), .place(.take)),
      (parts.hasPanes ? .minimum(3, rank: 1) : .fixed(0), .place(.panes)),
      row(.hints, rank: 2), row(.message, rank: 1),
    ])
  }

  // MARK: Regular

  private static func regular(_ size: Size, _ parts: Parts) -> Arrangement<Place> {
    let padRows = parts.shown == .drum ? Int.max : size.height >= 30 ? 4 : 3
    // Without a picture and the waveform, the song has five lines, and those of a take.
    let songRows =
      parts.hasArtwork || parts.songHasWaveform ? 7...10 : 5...(parts.hasTakes ? 7 : 5)
    let pads: [Line] = [
      (.minimum(PadGrid.framedRows, most: padRows, share: parts.shown == .drum ? 3 : 1), .place(.pads)), air,
    ]
    return .rows(
      [
        row(.header, rank: 3), air,
        (.minimum(songRows.lowerBound, most: songRows.upperBound, share: 1), song(size, parts)),
        air,
      ]
        + (parts.shown == .listen ? [] : pads)
        + (parts.hasPanes ? [(.minimum(3, share: 3, rank: 1), .place(.panes))] : [])
        + [row(.hints, rank: 2), row(.message, rank: 1)])
  }

  private static func song(_ size: Size, _ parts: Parts) -> Arrangement<Place> {
    let width = size.height >= 32 ? 20 : 16
    let settings: [Line] = [
      (.minimum(40), .place(.settings)), (.whole(20, rank: 1), .place(.meters)),
    ]
    return .columns(
      [
        (.whole(parts.hasArtwork ? width : 0, rank: 1), .place(.artwork)),
        (.whole(parts.hasArtwork ? 2 : 0, rank: 1), .empty),
        (
          .minimum(40),
          .rows([
            (.fixed(1), titleLine), row(.album), row(.artist), row(.progress),
            (.fixed(1), .columns(settings, gap: 2)),
            (.whole(parts.hasTakes ? 0 : 1, rank: 20), .empty),
            (parts.songHasWaveform ? .minimum(1, most: 4, share: 1) : .flexible(), waveform(parts)),
            hits(parts, rank: 4), take(parts),
          ])
        ),
      ])
  }

  private static var titleLine: Arrangement<Place> {
    .columns([(.minimum(8), .place(.title)), (.whole(TransportButtons.width), .place(.buttons))], gap: 2)
  }

  private static func waveform(_ parts: Parts) -> Arrangement<Place> {
    parts.songHasWaveform ? .place(.waveform) : .empty
  }

  // MARK: Compact

  private static func compact(_ size: Size, _ parts: Parts) -> Arrangement<Place> {
    let settings: [Line] = [
      (.minimum(34), .place(.settings)), (.whole(8, rank: 1), .place(.meters)),
    ]
    let song: [Line] = [
      (.whole(parts.hasArtwork ? 8 : 0, rank: 1), .place(.artwork)),
      (.whole(parts.hasArtwork ? 2 : 0, rank: 1), .empty),
      (
        .minimum(30),
        .rows([
          (.fixed(1), titleLine), row(.artist), row(.progress), (.fixed(1), .columns(settings, gap: 2)),
        ])
      ),
    ]
    return .rows(
      [
        row(.header, rank: 3), (.whole(size.height >= 28 ? 1 : 0, rank: 20), .empty),
        (.fixed(4), .columns(song)),
        (
          parts.songHasWaveform
            ? .minimum(1, most: size.height >= 24 ? 2 : 1, share: 4, rank: 4) : .fixed(0), waveform(parts)
        ),
        hits(parts, rank: 9), take(parts),
      ] + padsAndPanel(parts) + [row(.hints, rank: 2), row(.message, rank: 1)])
  }

  private static func padsAndPanel(_ parts: Parts) -> [Line] {
    let rows = PadGrid.framedRows * 2
    let panes: [Line] = parts.hasPanes ? [(.minimum(3, rank: 1), .place(.panes))] : []
    return switch parts.shown {
    case .both: [(.whole(rows, rank: 1), .place(.pads))] + panes
    case .drum: [(.minimum(rows, rank: 1), .place(.pads))] + panes
    case .listen: panes
    }
  }

  // MARK: Minimal

  /// Returns the panel; if its list is needed, it has at least the heading and a row.
  private static func listPart(_ size: Size, _ parts: Parts) -> Layout.Part {
    let isNeeded = parts.isListNeeded || parts.hasLibrary && parts.panel == .library
    return isNeeded ? .minimum(max(2, min(4, size.height - 6)), rank: 1) : .minimum(4, rank: 6)
  }

  private static func minimal(_ size: Size, _ parts: Parts) -> Arrangement<Place> {
    let line: [Line] = [
      (.whole(TransportButtons.width), .place(.buttons)), (.flexible(), .place(.settings)),
    ]
    let waveform: [Line] = [
      (.whole(parts.songHasWaveform ? 1 : 0, rank: 9), .place(.waveform)), hits(parts, rank: 10),
    ]
    let panes: [Line] = parts.hasPanes ? [(listPart(size, parts), .place(.panes))] : []
    let rest: [Line] =
      switch parts.shown {
      case .both: waveform + [(.whole(2, rank: 3), .place(.pads))] + panes
      case .drum: (size.height < 14 ? [] : waveform) + [(.minimum(2, rank: 3), .place(.pads))]
      case .listen: panes
      }
    return .rows(
      [
        (.fixed(1), .columns([(.minimum(8), .place(.title)), header(size, parts, rank: 1)])),
        row(.artist, rank: 7), row(.progress, rank: 2),
        (.whole(1, rank: 5), .columns(line, gap: 1)),
      ] + rest + [row(.hints, rank: 8), row(.message, rank: 1)])
  }
}

extension Pane {
  package var place: MainLayout.Place {
    switch self {
    case .library: .library
    case .queue: .queue
    case .lyrics: .lyrics
    case .cover: .artwork
    case .waveform: .waveform
    case .timeline: .timeline
    case .mixer: .mixer
    }
  }

  /// Whether the song shows it if no pane does.
  fileprivate var isOfSong: Bool { self == .cover || self == .waveform }
}

/// The size of the screen, in classes.
package enum SizeClass: CaseIterable, Hashable, Sendable {
  /// All pads in one row, large artwork, library and queue side by side.
  case regular
  /// The pads in two rows, small artwork, one panel at a time.
  case compact
  /// The most important parts: 40 × 12, and down to 20 × 5 what fits.
  case minimal
  case tooSmall

  package static let smallest = Size(20, 5)

  package init(_ size: Size) {
    if size.holds(Size(100, 22)) {
      self = .regular
    } else if size.holds(Size(60, 22)) {
      self = .compact
    } else {
      self = size.holds(SizeClass.smallest) ? .minimal : .tooSmall
    }
  }
}
