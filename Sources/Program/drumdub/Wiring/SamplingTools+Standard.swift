import Application
import AudioFiles
import Configuration
import Percussion
import TakeExchange

extension SamplingTools {
  /// Returns what writes samples to the user's kits, by the decoders and encoders of the program.
  static func standard(_ exports: ExportService) -> SamplingTools {
    SamplingTools(
      KitSampling(
        OwnKits(folder: KitFolders.user, current: BaseFolders.current),
        SampleWriter(
          decoders: DecoderRegistry(), converters: SampleRateConverterMaker(), writers: AudioEncoderMaker(),
          stretchers: TimeStretcherMaker())),
      exports: exports, cache: BaseFolders.cache)
  }
}
