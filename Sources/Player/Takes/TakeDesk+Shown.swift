import AudioBase
import Dubbing

extension TakeDesk {
  /// A row of the list: a take, and below the one that plays its layers.
  package enum Row: Hashable, Sendable {
    case take(Take)
    case layer(Layer, sounds: Bool)
  }

  /// The take that is recorded to, else the one that plays.
  package var shown: Take? { recorded == nil ? current : recorded.flatMap { tracks[$0.track]?.take } }

  package var rows: [Row] {
    takes.flatMap { take in
      let layers = take.id == current?.id ? take.layers.map { Row.layer($0, sounds: take.sounds($0)) } : []
      return [.take(take)] + layers
    }
  }

  package var currentRow: Int {
    rows.firstIndex { row in
      if case .take(let take) = row { take.id == current?.id } else { false }
    } ?? 0
  }

  private static let stretches = 480

  /// The hardest hit of each stretch of the track, 0 where there is none.
  package var marks: [UInt8] {
    guard let take = current, let frames = take.track?.frames?.value ?? format?.length?.value, frames > 0
    else {
      return []
    }
    var marks = [UInt8](repeating: 0, count: TakeDesk.stretches)
    for layer in take.layers where take.sounds(layer) {
      for index in 0..<layer.hits.count where layer.hits.frames[index] < frames {
        let place = layer.hits.frames[index] * TakeDesk.stretches / frames
        marks[place] = max(marks[place], UInt8(clamping: layer.hits.velocities[index]))
      }
    }
    return marks
  }

  /// A place in the track at hand, in seconds.
  package func seconds(_ frame: Int?) -> Double? {
    frame.map { FrameCount($0).seconds(at: format?.sampleRate ?? .standard) }
  }
}
