import { Clips as Packs } from './clips.ts';
import { clipsWasm, savedBytes } from './runtime.ts';

export { Clip, Flipbook, Playable, Player, Timeline, blend, type PlayOptions, type PlayerEvent, type Property, type Reason, type Speed } from './clips.ts';
export { CuelineError, type CuelineErrorCode } from './error.ts';

const encoder = new TextEncoder();

/**
 * Clips, timelines and flipbooks of files in Cueline's own formats: `.ron`, `.json` and `.cue`.
 *
 * ```js
 * const clips = new Clips().load('door.ron', await (await fetch('door.ron')).text());
 * const open = clips.clip('open');
 * ```
 */
export class Clips extends Packs {
  /**
   * Loads a file from its text or its bytes. Its name says the format. A file of the same name is replaced; what was taken out of it
   * stays as it is. Throws `damaged-file` with all problems of the file, each with its line.
   */
  override load(name: string, content: string | Uint8Array): this {
    return this.loadBytes(name, typeof content === 'string' ? encoder.encode(content) : content, 'a text or a Uint8Array');
  }
  /** All that is loaded as one pack, for the `Clips` of `@cueline/core/clips`, whose module is a fraction of this one. */
  pack(): Uint8Array {
    const address = this.address;
    return savedBytes((length) => clipsWasm().lib_pack!(address, length));
  }
}
