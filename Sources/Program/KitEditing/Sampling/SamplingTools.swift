import Percussion
import SystemBase
import TakeExchange

/// What writes samples. Any thread.
package struct SamplingTools: Sendable {
  package let sampling: KitSampling
  /// Renders parts of the mix; nil: only songs are sampled.
  let exports: ExportService?
  /// The folder for what is rendered, until it is a sample.
  let cache: FilePath

  package init(_ sampling: KitSampling, exports: ExportService?, cache: FilePath) {
    (self.sampling, self.exports, self.cache) = (sampling, exports, cache)
  }
}
