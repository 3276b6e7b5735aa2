// Who plays: people and engines.

import { engineName } from '../engines';
import { t } from '../i18n';
import type { Color } from '../protocol';
import type { PlayState } from './document';

/** The engine that plays a side, '' for Erawan; null if a person does. */
export function engineAt(play: PlayState, color: Color): string | null {
  const isPerson = play.both || (!play.watched && color === play.color);
  return isPerson ? null : (play.engines?.[color] ?? '');
}

/** True if one person plays, whose game it is. */
export function isOwn(play: PlayState): boolean {
  return !play.both && !play.watched;
}

/** What a player is called. */
export function playerName(play: PlayState, color: Color): string {
  if (play.both) return t(color === 'w' ? 'white' : 'black');
  const engine = engineAt(play, color);
  return engine === null ? t('you') : engineName(engine);
}
