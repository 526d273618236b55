import Application
import SystemBase

/// The moving parts of the screen and the time of their next frame.
struct AnimationSchedule {
  private enum Movement { case nothing, metersAlone, more }

  /// The time at which a text of the screen changes without an event.
  private enum TextChange {
    /// Not known since something was drawn.
    case unknown
    /// Nil if only events change the texts.
    case at(HostTime?)
  }

  /// What pads show beside their names and the light of the last hit.
  struct PadMarks: Equatable {
    /// The count of changes of `PadActivity`.
    var changes = 0
    var lateness: [Int: Double] = [:]
  }

  /// Seconds in which a hit fades.
  static let glowTime = 0.4
  /// The frames in a row without a visible change after which the meters are read less often.
  private static let stillFrames = 4

  /// The times of the last hits of the pads, by their numbers.
  private var strikes: [Int: HostTime] = [:]
  private var lastFrame = HostTime(nanoseconds: 0)
  /// The content of the last frame.
  private var last: ScreenContent?
  /// The parts that were still moving in the last frame.
  private var movement = Movement.nothing
  private var nextText = TextChange.unknown
  /// The marks with which the pads were drawn; nil after another drawing than that of a frame.
  private var padMarks: PadMarks?
  /// Whether the light of a hit of a pad changes with the time.
  private var isPadFading = false
  /// The last frames in a row that looked the same.
  private var stillCount = 0

  mutating func struck(_ pad: Int, at time: HostTime) {
    strikes[pad] = time
    isPadFading = true
  }

  /// Whether the last frame had panes, which are drawn with the texts; true before the first frame.
  var hasPanes: Bool { last?.panes.isEmpty != true }

  /// Returns the time at which a text changes without an event; nil if there is none. `next`: states it again after a
  /// drawing.
  mutating func nextTextChange(_ next: () -> HostTime?) -> HostTime? {
    if case .at(let time) = nextText { return time }
    let time = next()
    nextText = .at(time)
    return time
  }

  /// Lets the time of the next change of a text be asked for again.
  mutating func textsChanged() { nextText = .unknown }

  /// Returns the brightness of the last hit of a pad, 0…1.
  func glow(_ pad: Int, at now: HostTime) -> Float {
    guard let time = strikes[pad] else { return 0 }
    return Float(max(0, 1 - now.seconds(since: time) / AnimationSchedule.glowTime))
  }

  /// Returns the places that have changed since the last frame. `width`: the columns of the waveform.
  func changed(_ content: ScreenContent, width: Int) -> [MainLayout.Place] {
    guard let last else { return MainScreen.moving }
    let hasMoved = content.elapsed != last.elapsed || content.total != last.total
    var places: [MainLayout.Place] =
      hasMoved || content.bar != last.bar || content.chapter != last.chapter ? [.progress] : []
    func played(_ content: ScreenContent) -> Int { Int(content.played * Double(width)) }
    if played(content) != played(last) || content.spectrum != last.spectrum
      || content.waveform != last.waveform || content.loop != last.loop || content.marks != last.marks
    {
      places.append(.waveform)
    }
    if content.meters != last.meters { places.append(.meters) }
    if content.pads != last.pads { places.append(.pads) }
    for (place, pane) in content.panes where AnimationSchedule.hasChanged(pane, since: last.panes[place]) {
      places.append(place)
    }
    return places
  }

  private static func hasChanged(_ pane: any LayerContent, since last: (any LayerContent)?) -> Bool {
    if let lyrics = pane as? LyricsContent { return lyrics != last as? LyricsContent }
    return pane.isMoving || last?.isMoving != false
  }

  /// Notes a drawing. `isCovered`: whether a layer covers meters and spectrum.
  mutating func drawn(_ content: ScreenContent, isCovered: Bool) {
    (last, nextText, padMarks, stillCount) = (content, .unknown, nil, 0)
    noteMovement(of: content, isCovered: isCovered)
  }

  private mutating func noteMovement(of content: ScreenContent, isCovered: Bool = false) {
    lastFrame = .now
    let levels = isCovered ? nil : content.meters.map { max($0.left, $0.right) }
    let meters = levels.map { $0 > MeterContent.floor } ?? false
    let bands = !isCovered && content.spectrum?.contains { $0 > -72 } ?? false
    let overlay = content.overlay?.isMoving ?? false || content.panes.values.contains(where: \.isMoving)
    isPadFading = content.pads.contains { $0.glow > 0 }
    movement = bands || overlay || isPadFading ? .more : meters ? .metersAlone : .nothing
  }

  // MARK: Frames between two changes of texts

  /// Returns whether pads with these marks look different than in the last frame.
  func isChanged(_ marks: PadMarks) -> Bool { isPadFading || marks != padMarks }

  /// Returns the content of a frame that differs from the last one in what moves, and the places that look different.
  ///
  /// - Parameters:
  ///   - meters: the levels; nil if they are not shown. `width`: the columns of their bar.
  ///   - spectrum: the bands; nil if they are not shown.
  ///   - pads: the pads with these marks; nil if they look the same.
  mutating func move(
    _ meters: MeterContent?, width: Int, _ spectrum: [Float]?, _ pads: [PadContent]?, _ marks: PadMarks
  ) -> (content: ScreenContent, places: [MainLayout.Place])? {
    guard last != nil else { return nil }
    var places: [MainLayout.Place] = []
    if let meters {
      if last?.meters?.bar(of: width) != meters.bar(of: width) { places.append(.meters) }
      last?.meters = meters
    }
    if let spectrum, spectrum != last?.spectrum {
      places.append(.waveform)
      last?.spectrum = spectrum
    }
    padMarks = marks
    if let pads, pads != last?.pads {
      places.append(.pads)
      last?.pads = pads
    }
    guard let last else { return nil }
    noteMovement(of: last)
    stillCount = places.isEmpty ? stillCount + 1 : 0
    return (last, places)
  }

  /// Returns the frames per second; nil if nothing moves. To a listener a meter shows that there is sound, and moves with
  /// the elapsed time; who plays reads levels from it, but not that of a sound that stays the same.
  func frameRate(_ layout: ScreenLayout) -> Double? {
    switch movement {
    case .nothing: nil
    case .metersAlone: layout == .listen ? 1 : stillCount < AnimationSchedule.stillFrames ? 15 : 5
    case .more: 15
    }
  }

  /// Returns the time at which the next frame is due; nil if nothing moves.
  func nextFrame(_ layout: ScreenLayout) -> HostTime? {
    frameRate(layout).map { lastFrame.advanced(bySeconds: 1 / $0) }
  }
}
