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
    .library(name: "RainGauges", targets: ["RainGauges"]),
    .executable(name: "rainsynth", targets: ["rainsynth"]),
  ],
  targets: [
    .target(
      name: "RainDSP",
      // The square root of the standard library is a symbol of libm where the optimiser is off.
      linkerSettings: [.linkedLibrary("m", .when(platforms: [.linux]))]),
    .target(name: "Text"),
    .target(name: "Platform", dependencies: ["Text"]),
    .target(name: "SHA256Instructions"),
    .target(name: "CLAP"),
    .target(name: "CRain"),
    .target(name: "BuildCommit", cSettings: [.define("BUILD_COMMIT", to: commit)]),
    .target(
      name: "RainAudio", dependencies: ["RainDSP", "Text", "SHA256Instructions"]),
    .target(
      name: "RainPresets", dependencies: ["RainDSP", "RainAudio", "Text"],
      exclude: ["shipped/SHA256SUMS"],
      resources: [.embedInCode("shipped")]),
    .target(
      name: "RainFiles",
      dependencies: ["RainDSP", "RainAudio", "RainPresets", "Platform", "Text"]),
    .target(
      name: "RainGauges", dependencies: ["RainDSP", "RainPresets", "Platform", "Text"],
      resources: [.embedInCode("words.txt"), .embedInCode("forms.txt")]),
    .target(
      name: "RainSynthCommands",
      dependencies: [
        "RainDSP", "RainAudio", "RainFiles", "RainGauges", "Platform", "Text", "BuildCommit",
      ],
      resources: [
        .embedInCode("Options/completions"), .embedInCode("Pages"), .embedInCode("Words"),
      ],
      // A command stays on the thread that runs it until it waits for another one.
      swiftSettings: [.enableUpcomingFeature("NonisolatedNonsendingByDefault")]),
    .executableTarget(
      name: "rainsynth", dependencies: ["RainSynthCommands", "Platform"]),
    .target(
      name: "RainC", dependencies: ["RainDSP", "RainAudio", "RainPresets", "Text", "CRain"],
      exclude: ["rain.h", "system.c", "build", "engine.c", "engines", "examples"]),
    .target(
      name: "RainPlugin", dependencies: ["RainDSP", "RainPresets", "Text", "CLAP", "CRain"],
      exclude: ["turtle.c"]),
    .executableTarget(
      name: "RainBench",
      dependencies: ["RainDSP", "RainAudio", "RainFiles", "Platform", "Text"],
      path: "Tests/RainBench"),

    .target(
      name: "RainTestSupport", dependencies: ["Platform", "RainAudio"],
      path: "Tests/RainTestSupport"),
    .testTarget(
      name: "RainDSPTests", dependencies: ["RainDSP", "RainTestSupport"]),
    .testTarget(
      name: "RainAudioTests",
      dependencies: ["RainAudio", "RainDSP", "Platform", "RainTestSupport"]),
    .testTarget(
      name: "PlatformTests", dependencies: ["Platform", "Text", "RainTestSupport"]),
    .testTarget(
      name: "RainPluginTests", dependencies: ["RainPlugin", "RainDSP", "RainPresets"]),
    .testTarget(name: "TextTests", dependencies: ["Text", "RainDSP", "RainTestSupport"]),
    .testTarget(
      name: "RainFilesTests",
      dependencies: [
        "RainFiles", "RainPresets", "RainDSP", "RainAudio", "Text", "RainTestSupport",
      ]),
    .testTarget(
      name: "RainGaugesTests",
      dependencies: ["RainGauges", "RainPresets", "RainDSP", "Text", "RainTestSupport"]),
    .testTarget(
      name: "RainSynthCommandsTests",
      dependencies: [
        "RainSynthCommands", "RainDSP", "RainAudio", "RainFiles", "Platform", "Text",
        "RainTestSupport", "rainsynth",
      ],
      // They call commands, and wait for them: to optimise them takes longer than to run them.
      swiftSettings: [.unsafeFlags(["-Onone"])]),
  ])

for target in package.targets
where !["BuildCommit", "CLAP", "CRain", "SHA256Instructions"].contains(target.name) {
  target.swiftSettings = settings + (target.swiftSettings ?? [])
}
