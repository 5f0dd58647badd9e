// swift-tools-version: 6.3
// 6.3 brought append(addingCapacity:) to Array.

import PackageDescription

let settings: [SwiftSetting] = [
  .strictMemorySafety(),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .treatAllWarnings(as: .error),
]

// `make` names the commit that it builds.
let commit = Context.environment["RAINSYNTH_COMMIT"] ?? "unknown"

let package = Package(
  name: "rainsynth",
  // MutableSpan views of Array and ContiguousArray arrived with these systems.
  platforms: [
    .macOS("26.0"), .iOS("26.0"), .tvOS("26.0"), .visionOS("26.0"), .watchOS("26.0"),
  ],
  // A package that depends on this one calls it by the last part of its URL without .git, or by the name
  // of its folder: .product(name: "RainFiles", package: "rainsynth").
  products: [
    .library(name: "RainDSP", targets: ["RainDSP"]),
    .library(name: "RainFiles", targets: ["RainFiles"]),
    .executable(name: "rainsynth", targets: ["rainsynth"]),
  ],
  targets: [
    .target(
      name: "RainDSP", swiftSettings: settings,
      // The square root of the standard library is a symbol of libm where the optimiser is off.
      linkerSettings: [.linkedLibrary("m", .when(platforms: [.linux]))]),
    .target(name: "Text", swiftSettings: settings),
    .target(name: "Platform", dependencies: ["Text"], swiftSettings: settings),
    .target(name: "SHA256Instructions"),
    .target(name: "CLAP"),
    .target(name: "CRain"),
    .target(name: "BuildCommit", cSettings: [.define("BUILD_COMMIT", to: commit)]),
    .target(
      name: "RainAudio", dependencies: ["RainDSP", "Text", "SHA256Instructions"],
      swiftSettings: settings),
    .target(
      name: "RainPresets", dependencies: ["RainDSP", "RainAudio", "Text"],
      exclude: ["shipped/SHA256SUMS"],
      resources: [.embedInCode("shipped")],
      swiftSettings: settings),
    .target(
      name: "RainFiles",
      dependencies: ["RainDSP", "RainAudio", "RainPresets", "Platform", "Text"],
      resources: [.embedInCode("Gauges/words.txt")],
      swiftSettings: settings),
    .target(
      name: "RainSynthCommands",
      dependencies: [
        "RainDSP", "RainAudio", "RainFiles", "Platform", "Text", "BuildCommit",
      ],
      resources: [.embedInCode("Options/completions")],
      // A command stays on the thread that runs it until it waits for another one.
      swiftSettings: settings + [.enableUpcomingFeature("NonisolatedNonsendingByDefault")]),
    .executableTarget(
      name: "rainsynth", dependencies: ["RainSynthCommands", "Platform"], swiftSettings: settings),
    .target(
      name: "RainC", dependencies: ["RainDSP", "RainAudio", "RainPresets", "Text", "CRain"],
      exclude: ["rain.h", "system.c", "build", "engine.c", "engines", "examples"],
      swiftSettings: settings),
    .target(
      name: "RainPlugin", dependencies: ["RainDSP", "RainPresets", "Text", "CLAP"],
      exclude: ["turtle.c"],
      swiftSettings: settings),
    .executableTarget(
      name: "RainBench",
      dependencies: ["RainDSP", "RainAudio", "RainFiles", "Platform", "Text"],
      swiftSettings: settings),

    .target(
      name: "RainTestSupport", dependencies: ["Platform"], path: "Tests/RainTestSupport",
      swiftSettings: settings),
    .testTarget(
      name: "RainDSPTests", dependencies: ["RainDSP", "RainTestSupport"], swiftSettings: settings),
    .testTarget(
      name: "RainAudioTests",
      dependencies: ["RainAudio", "RainDSP", "Platform", "RainTestSupport"],
      swiftSettings: settings),
    .testTarget(
      name: "PlatformTests", dependencies: ["Platform", "Text", "RainTestSupport"],
      swiftSettings: settings),
    .testTarget(
      name: "RainPluginTests", dependencies: ["RainPlugin", "RainDSP", "RainPresets"],
      swiftSettings: settings),
    .testTarget(name: "TextTests", dependencies: ["Text", "RainDSP"], swiftSettings: settings),
    .testTarget(
      name: "RainFilesTests",
      dependencies: [
        "RainFiles", "RainPresets", "RainDSP", "RainAudio", "Text", "RainTestSupport",
      ],
      swiftSettings: settings),
    .testTarget(
      name: "RainSynthCommandsTests",
      dependencies: [
        "RainSynthCommands", "RainDSP", "RainAudio", "RainFiles", "Platform", "Text",
        "RainTestSupport", "rainsynth",
      ],
      // They call commands, and wait for them: to optimise them takes longer than to run them.
      swiftSettings: settings + [.unsafeFlags(["-Onone"])]),
  ])
