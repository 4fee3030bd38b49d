// Characters played by ozz-animation, in a process of its own: driver KEYS ROW CASE N. bench/README.md describes its
// protocol, and src/characters/work.rs the numbers it is handed.
//
// KEYS is "all" or "optimised": whether ozz's AnimationOptimizer has dropped keys. `driver dump MEDIA` writes a
// character of ozz's own media in the same numbers, as text. `driver archives FOLDER KEYS` reads the same numbers, and
// writes the skeleton and the clips into a folder, as archives of ozz.
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <string>
#include <vector>

#include "ozz/animation/offline/animation_builder.h"
#include "ozz/animation/offline/animation_optimizer.h"
#include "ozz/animation/offline/raw_animation.h"
#include "ozz/animation/offline/raw_skeleton.h"
#include "ozz/animation/offline/skeleton_builder.h"
#include "ozz/animation/runtime/animation.h"
#include "ozz/animation/runtime/blending_job.h"
#include "ozz/animation/runtime/local_to_model_job.h"
#include "ozz/animation/runtime/sampling_job.h"
#include "ozz/animation/runtime/skeleton.h"
#include "ozz/base/io/archive.h"
#include "ozz/base/io/stream.h"
#include "ozz/base/maths/simd_math.h"
#include "ozz/base/maths/soa_transform.h"

using namespace ozz;
using namespace ozz::animation;
using Offline = offline::RawAnimation;

static std::vector<float> work;
static size_t next_number = 0;
static float number() { return next_number < work.size() ? work[next_number++] : 0.f; }
static int whole() { return static_cast<int>(number()); }
static math::Float3 vec3() {
  const float x = number(), y = number(), z = number();
  return math::Float3(x, y, z);
}
static math::Quaternion quat() {
  const float x = number(), y = number(), z = number(), w = number();
  return math::Quaternion(x, y, z, w);
}

struct Layer {
  size_t clip;
  int shift;
  float weight;
};

struct Contexts {
  std::vector<unique_ptr<SamplingJob::Context>> layers;
};

int main(int argc, char** argv) {
  if (argc == 3 && !strcmp(argv[1], "dump")) {
    const std::string media = argv[2];
    Skeleton skeleton;
    Offline clips[2];
    auto load = [&](const char* file, auto& into) {
      io::File stream((media + "/" + file).c_str(), "rb");
      if (!stream.opened()) return false;
      io::IArchive archive(&stream);
      archive >> into;
      return true;
    };
    if (!load("pab_skeleton.ozz", skeleton) || !load("pab_walk_raw.ozz", clips[0]) ||
        !load("pab_run_raw.ozz", clips[1])) {
      fprintf(stderr, "error: no pab in %s\n", media.c_str());
      return 1;
    }
    const int joints = skeleton.num_joints();
    printf("%d 2 1\n", joints);
    for (int j = 0; j < joints; ++j) {
      const auto& soa = skeleton.joint_rest_poses()[j / 4];
      const math::SimdFloat4 planes[10] = {
          soa.translation.x, soa.translation.y, soa.translation.z, soa.rotation.x, soa.rotation.y,
          soa.rotation.z,    soa.rotation.w,    soa.scale.x,       soa.scale.y,    soa.scale.z};
      printf("%d", skeleton.joint_parents()[j]);
      for (const auto& plane : planes) {
        float lanes[4];
        math::StorePtrU(plane, lanes);
        printf(" %.9g", lanes[j % 4]);
      }
      printf("\n");
    }
    for (const auto& clip : clips) {
      printf("%.9g\n", clip.duration);
      for (const auto& track : clip.tracks) {
        printf("%zu", track.translations.size());
        for (const auto& key : track.translations)
          printf(" %.9g %.9g %.9g %.9g", key.time, key.value.x, key.value.y, key.value.z);
        printf("\n%zu", track.rotations.size());
        for (const auto& key : track.rotations)
          printf(" %.9g %.9g %.9g %.9g %.9g", key.time, key.value.x, key.value.y, key.value.z, key.value.w);
        printf("\n%zu", track.scales.size());
        for (const auto& key : track.scales)
          printf(" %.9g %.9g %.9g %.9g", key.time, key.value.x, key.value.y, key.value.z);
        printf("\n");
      }
    }
    return 0;
  }
  const bool archives = argc == 4 && !strcmp(argv[1], "archives");
  if (!archives && argc != 5) return 1;
  const bool optimised = !strcmp(argv[archives ? 3 : 1], "optimised");
  size_t count = 0;
  if (scanf("%zu", &count) != 1 || getchar() != '\n') return 1;
  work.resize(count);
  if (fread(work.data(), sizeof(float), count, stdin) != count) return 1;

  // The skeleton. ozz sorts joints depth first, so they are found again by name.
  const int joints = whole();
  const int clip_count = whole();
  const float unit = number();
  std::vector<int> parents(joints);
  std::vector<math::Transform> rest(joints);
  for (int j = 0; j < joints; ++j) {
    parents[j] = whole();
    rest[j].translation = vec3();
    rest[j].rotation = quat();
    rest[j].scale = vec3();
  }
  offline::RawSkeleton raw;
  std::function<void(offline::RawSkeleton::Joint::Children&, int)> grow =
      [&](offline::RawSkeleton::Joint::Children& children, int parent) {
        for (int j = 0; j < joints; ++j) {
          if (parents[j] != parent) continue;
          children.emplace_back();
          auto& joint = children.back();
          joint.name = std::to_string(j).c_str();
          joint.transform = rest[j];
          grow(joint.children, j);
        }
      };
  grow(raw.roots, -1);
  const auto skeleton = offline::SkeletonBuilder()(raw);
  if (!skeleton || skeleton->num_joints() != joints) {
    printf("{\"refused\":\"no skeleton\"}\n");
    return 0;
  }
  std::vector<int> source(joints), place(joints);
  for (int j = 0; j < joints; ++j) {
    source[j] = std::stoi(skeleton->joint_names()[j]);
    place[source[j]] = j;
  }

  std::vector<math::Float4x4> binds(joints);
  for (int j = 0; j < joints; ++j) {
    float m[12];
    for (float& value : m) value = number();
    for (int column = 0; column < 4; ++column)
      binds[place[j]].cols[column] = math::simd_float4::Load(m[column], m[4 + column], m[8 + column],
                                                             column == 3 ? 1.f : 0.f);
  }

  std::vector<unique_ptr<Animation>> clips;
  std::vector<float> durations;
  size_t bytes = 0;
  for (int c = 0; c < clip_count; ++c) {
    Offline clip;
    clip.duration = number();
    clip.tracks.resize(joints);
    for (int j = 0; j < joints; ++j) {
      auto& track = clip.tracks[place[j]];
      for (int k = whole(); k > 0; --k) {
        const float time = std::min(number(), clip.duration);
        track.translations.push_back({time, vec3()});
      }
      for (int k = whole(); k > 0; --k) {
        const float time = std::min(number(), clip.duration);
        track.rotations.push_back({time, quat()});
      }
      for (int k = whole(); k > 0; --k) {
        const float time = std::min(number(), clip.duration);
        track.scales.push_back({time, vec3()});
      }
    }
    durations.push_back(clip.duration);
    if (optimised) {
      offline::AnimationOptimizer optimizer;
      optimizer.setting.tolerance *= unit;
      optimizer.setting.distance *= unit;
      Offline fewer;
      if (!optimizer(clip, *skeleton, &fewer)) {
        printf("{\"refused\":\"the optimiser takes no such clip\"}\n");
        return 0;
      }
      clip = fewer;
    }
    clips.push_back(offline::AnimationBuilder()(clip));
    if (!clips.back()) {
      printf("{\"refused\":\"no clip is built\"}\n");
      return 0;
    }
    bytes += clips.back()->size();
  }
  if (archives) {
    const std::string folder = argv[2];
    auto save = [&](const std::string& file, const auto& from) {
      io::File stream((folder + "/" + file).c_str(), "wb");
      if (!stream.opened()) return false;
      io::OArchive archive(&stream);
      archive << from;
      return true;
    };
    bool good = save("skeleton.ozz", *skeleton);
    for (size_t c = 0; c < clips.size(); ++c) good &= save("clip" + std::to_string(c) + ".ozz", *clips[c]);
    return good ? 0 : 1;
  }

  std::vector<Layer> layers(whole());
  for (auto& layer : layers) {
    layer.clip = static_cast<size_t>(whole());
    layer.shift = whole();
    layer.weight = number();
  }
  fprintf(stderr, "ozz, %s keys, %s: %zu bytes of clips\n", argv[1], argv[3], bytes);

  const size_t characters = std::stoul(argv[4]);
  const int soa = skeleton->num_soa_joints();
  std::vector<Contexts> contexts(characters);
  for (auto& context : contexts)
    for (size_t l = 0; l < layers.size(); ++l)
      context.layers.push_back(make_unique<SamplingJob::Context>(joints));
  std::vector<std::vector<math::SoaTransform>> locals(layers.size(), std::vector<math::SoaTransform>(soa));
  std::vector<math::SoaTransform> blended(soa);
  std::vector<math::Float4x4> models(joints);
  std::vector<math::Float4x4> palettes(characters * joints);
  std::vector<BlendingJob::Layer> blends(layers.size());

  int frame = 0;
  auto lap = [&] {
    ++frame;
    bool good = true;
    for (size_t i = 0; i < characters; ++i) {
      for (size_t l = 0; l < layers.size(); ++l) {
        const auto& layer = layers[l];
        const double at = (frame + 0.25 + static_cast<double>(13 * i % 997) + layer.shift) / 60.0;
        const double duration = durations[layer.clip];
        SamplingJob sampling;
        sampling.animation = clips[layer.clip].get();
        sampling.context = contexts[i].layers[l].get();
        sampling.ratio = static_cast<float>(std::fmod(at, duration) / duration);
        sampling.output = make_span(locals[l]);
        good &= sampling.Run();
        blends[l].transform = make_span(locals[l]);
        blends[l].weight = layer.weight;
      }
      LocalToModelJob to_model;
      to_model.skeleton = skeleton.get();
      to_model.output = make_span(models);
      to_model.input = make_span(locals[0]);
      if (layers.size() > 1) {
        BlendingJob blending;
        blending.layers = make_span(blends);
        blending.rest_pose = skeleton->joint_rest_poses();
        blending.output = make_span(blended);
        good &= blending.Run();
        to_model.input = make_span(blended);
      }
      good &= to_model.Run();
      math::Float4x4* palette = &palettes[i * joints];
      for (int j = 0; j < joints; ++j) palette[j] = models[j] * binds[j];
    }
    if (!good) abort();
  };

  char line[64];
  while (fgets(line, sizeof line, stdin)) {
    size_t every = 0;
    if (sscanf(line, "values %zu", &every) == 1) {
      printf("{\"values\":[");
      for (size_t i = 0; i < characters; i += every)
        for (int j = 0; j < joints; ++j) {
          float columns[4][4];
          for (int column = 0; column < 4; ++column)
            math::StorePtrU(palettes[i * joints + place[j]].cols[column], columns[column]);
          for (int row = 0; row < 3; ++row)
            for (int column = 0; column < 4; ++column)
              printf("%s%.9g", i + j + row + column ? "," : "", columns[column][row]);
        }
      printf("]}\n");
    } else {
      const long laps = std::stol(line);
      const auto begun = std::chrono::steady_clock::now();
      for (long l = 0; l < laps; ++l) lap();
      const std::chrono::nanoseconds took = std::chrono::steady_clock::now() - begun;
      printf("{\"ns\":%lld}\n", static_cast<long long>(took.count()));
    }
    fflush(stdout);
  }
  return 0;
}
