import Application
import SystemBase

/// The moving parts of the screen and the time of their next frame.
struct AnimationSchedule {
  private enum Movement { case nothing, metersAlone, more }

  /// Seconds in which a hit fades.
  static let glowTime = 0.4

  /// The times of the last hits of the pads, by their numbers.
  private var strikes: [Int: HostTime] = [:]
  private var lastFrame = HostTime(nanoseconds: 0)
  /// The content of the last frame.
  private var last: ScreenContent?
  /// The parts that were still moving in the last frame.
  private var movement = Movement.nothing

  mutating func struck(_ pad: Int, at time: HostTime) { strikes[pad] = time }

  /// Returns the brightness of the last hit of a pad, 0…1.
  func glow(_ pad: Int, at now: HostTime) -> Float {
    guard let time = strikes[pad] else { return 0 }
    return Float(max(0, 1 - now.seconds(since: time) / AnimationSchedule.glowTime))
  }

  /// Returns the places that have changed since the last frame.
  func changed(_ content: ScreenContent) -> [MainLayout.Place] {
    guard let last else { return MainScreen.moving }
    let hasMoved = content.elapsed != last.elapsed || content.total != last.total
    var places: [MainLayout.Place] =
      hasMoved || content.bar != last.bar || content.chapter != last.chapter ? [.progress] : []
    if hasMoved || content.spectrum != last.spectrum || content.waveform != last.waveform {
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

  mutating func drawn(_ content: ScreenContent) {
    lastFrame = .now
    last = content
    let meters = content.meters.map { max($0.left, $0.right) > MeterContent.floor } ?? false
    let bands = content.spectrum.map { $0.contains { $0 > -72 } } ?? false
    let overlay = content.overlay?.isMoving ?? false || content.panes.values.contains(where: \.isMoving)
    let more = bands || overlay || content.pads.contains { $0.glow > 0 }
    movement = more ? .more : meters ? .metersAlone : .nothing
  }

  /// Returns the frames per second; nil if nothing moves. To a listener a meter shows that there is sound, and moves with
  /// the elapsed time; who plays reads levels from it.
  func frameRate(_ layout: ScreenLayout) -> Double? {
    switch movement {
    case .nothing: nil
    case .metersAlone: layout == .listen ? 1 : 15
    case .more: 15
    }
  }

  /// Returns the time at which the next frame is due; nil if nothing moves.
  func nextFrame(_ layout: ScreenLayout) -> HostTime? {
    frameRate(layout).map { lastFrame.advanced(bySeconds: 1 / $0) }
  }
}
