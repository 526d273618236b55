import AudioBase
import MixEngine
import Studio
import SystemBase

/// Lanes of a take by what they move: values of the mixer, levels of the player, and the mute of its output.
package struct MixerLanes {
  /// Decibels that stand for silence, since a value of a lane is finite.
  package static let silence = -150.0
  package static let mute = "master/mute"

  /// The lanes with addresses of a mixer, but that of the mute.
  private var known: [(address: MixGraph.Address, lane: Lane)] = []
  private var mute: Lane?
  /// The addresses of parts of the song, by the names of the parts. `SongPartLanes` plays them.
  private var songParts: [String: Set<String>] = [:]
  /// The addresses that no mixer has.
  private var foreign: Set<String> = []

  /// Sorts lanes; each address occurs once.
  package init(_ lanes: [Lane]) {
    for lane in lanes {
      if lane.id.address == MixerLanes.mute {
        mute = lane
      } else if let address = MixGraph.Address(lane.id.address) {
        if let part = address.songPart {
          songParts[part, default: []].insert(address.text)
        } else {
          known.append((address, lane))
        }
      } else {
        foreign.insert(lane.id.address)
      }
    }
  }

  /// Returns the gain of a level at a value of its lane.
  package static func gain(_ value: Double) -> Decibels { value <= silence ? .silence : Decibels(value) }

  /// Returns the courses of the lanes that move no part of the song, in the frames of the lanes, and the addresses that the mixer
  /// does not have.
  ///
  /// - Parameters:
  ///   - volume: the level of the output before its lane begins, and without one.
  ///   - isMuted: whether the output is muted, whatever the lanes say.
  ///   - compile: compiles the lanes without that of the mute.
  package func courses(
    volume: Decibels, isMuted: Bool,
    compile: ([MixLane]) -> (courses: [AutomationCourse], unknown: [MixGraph.Address])
  ) -> (courses: [AutomationCourse], unknown: Set<String>) {
    let lanes = known.map { address, lane in
      MixLane(address, isLine: lane.shape == .lines, frames: lane.frames, values: lane.values)
    }
    var (courses, missing) = compile(lanes)
    let place = courses.firstIndex { $0.target == AutomationTarget(.master) }
    if mute?.isEmpty == false || (isMuted && place != nil) {
      let own = place.map { courses.remove(at: $0) }
      let mute = mute ?? Lane(Lane.ID(MixerLanes.mute))
      courses.append(MixerLanes.course(muting: own, by: mute, volume: volume, isMuted: isMuted))
    }
    return (courses, foreign.union(missing.map(\.text)))
  }

  /// Returns the course of the level of the output: its volume, which begins with `volume`, or silence while the lane of the
  /// mute is on, and always if `isMuted`.
  private static func course(
    muting own: AutomationCourse?, by mute: Lane, volume: Decibels, isMuted: Bool
  ) -> AutomationCourse {
    typealias Change = (frame: Int, bits: UInt64?, isMuted: Bool?)
    var course = AutomationCourse(AutomationTarget(.master), owner: nil)
    var (bits, muted) = (Double(volume.factor).bitPattern, false)
    func append(_ frame: Int) {
      if course.frames.last == frame {
        course.bits.removeLast()
      } else {
        course.frames.append(frame)
      }
      course.bits.append(muted || isMuted ? 0.0.bitPattern : bits)
    }
    let gains = own.map { zip($0.frames, $0.bits).map { Change($0, $1, nil) } } ?? []
    let changes = gains + mute.points.map { Change($0.frame, nil, $0.value >= 0.5) }
    let sorted = changes.sorted { $0.frame < $1.frame }
    if let first = sorted.first, first.frame > 0 { append(0) }
    for change in sorted {
      (bits, muted) = (change.bits ?? bits, change.isMuted ?? muted)
      append(change.frame)
    }
    return course
  }
}

// MARK: Exports

extension MixerLanes {
  var hasMoves: Bool { known.contains { $0.address.isMove } }

  /// Returns the values of the mixer at a frame. Lanes that have not begun have none.
  func values(at frame: Int) -> [(address: MixGraph.Address, value: Double)] {
    known.compactMap { address, lane in lane.value(at: frame).map { (address, $0) } }
  }

  /// Returns the value of a level of the player at a frame; nil before its lane begins.
  func value(of level: EngineCommand.Level, at frame: Int) -> Double? {
    known.first { $0.address.part == .gain && $0.address.bus.level == level }?.lane.value(at: frame)
  }

  func isMuted(at frame: Int) -> Bool { mute?.value(at: frame).map { $0 >= 0.5 } ?? false }

  /// Returns the addresses that a mixer and the parts of a song do not have, sorted.
  func unknown(in mixer: MixGraph, _ parts: SongParts?) -> [String] {
    let missing = known.map(\.address).filter { mixer.parameter(at: $0) == nil }.map(\.text)
    let names = Set(parts?.parts.map(\.name) ?? [])
    let ofParts = songParts.filter { !names.contains($0.key) }.values.joined()
    return foreign.union(missing).union(ofParts).sorted()
  }
}

extension AutomationCourse {
  /// Returns the course of a take without a track, whose frames count from the beginning of its free sequence.
  ///
  /// - Parameters:
  ///   - frame: the frame of the take with which it begins. The value that holds there begins with it.
  ///   - lead: the output frame of that frame.
  ///   - ratio: output frames for each frame of the take.
  package func moved(from frame: Int, to lead: Int, ratio: Double) -> AutomationCourse {
    let next = frames.firstIndex { $0 > frame } ?? frames.count
    var moved = self
    moved.frames = frames[next...].map { lead + Int(saturating: (Double($0 - frame) * ratio).rounded()) }
    moved.bits = Array(bits[next...])
    if next > 0 {
      moved.frames.insert(lead, at: 0)
      moved.bits.insert(bits[next - 1], at: 0)
    }
    return moved
  }

  /// Returns the course without its points from a frame on.
  func ending(before frame: Int) -> AutomationCourse {
    let end = frames.firstIndex { $0 >= frame } ?? frames.count
    var part = self
    (part.frames, part.bits) = (Array(frames[..<end]), Array(bits[..<end]))
    return part
  }
}
