import { beforeEach, describe, expect, it } from 'vitest';
import { drawPiece } from '../../src/board/pieces';
import { allGames, gameOf, knownGame } from '../../src/games';
import { pieceName, setLanguage, squareName } from '../../src/i18n';
import { askStart } from '../../src/views/open';
import { listGames } from './games';

beforeEach(() => {
  setLanguage('en');
  listGames();
});

describe('the games', () => {
  it('are those of the server, in its order', () =>
    expect(allGames().map((game) => game.name)).toEqual(['chess', 'chess960', 'makruk', 'newgame']));

  it('have names in the language of the page, where there are any', () => {
    expect(gameOf('makruk').title).toBe('Makruk');
    setLanguage('th');
    expect(gameOf('makruk').title).toBe('หมากรุกไทย');
    expect(gameOf('makruk').about).toBe('พร้อมกติกานับศักดิ์');
    expect(gameOf('newgame').title).toBe('New Game');
  });

  it('may be unknown: a game that was kept by a later version', () => {
    expect(gameOf('draughts').title).toBe('draughts');
    expect(pieceName('q', gameOf('draughts'))).toBe('q');
    expect(knownGame('draughts').name).toBe('chess');
    expect(knownGame('makruk').name).toBe('makruk');
  });

  it('begin at one of their start positions', () => {
    expect(gameOf('chess').randomStart()).toBeUndefined();
    for (let i = 0; i < 500; i++) {
      const start = gameOf('chess960').randomStart() ?? -1;
      expect(Number.isInteger(start) && start >= 0 && start < 960).toBe(true);
    }
  });

  it('are all offered for analysis', () => {
    const chosen: string[] = [];
    askStart((name) => chosen.push(name));
    const cards = [...document.querySelectorAll<HTMLButtonElement>('dialog .card')];
    expect(cards.map((card) => card.querySelector('strong')?.textContent)).toEqual(
      allGames().map((game) => game.title),
    );
    cards[3]?.click();
    expect(chosen).toEqual(['newgame']);
  });
});

describe('a new game with the pieces of Makruk', () => {
  const shape = (piece: string, name: string) => drawPiece(piece, gameOf(name), 'thai').innerHTML;

  it('is drawn with them, whatever its letters are', () => {
    expect(shape('E', 'newgame')).toBe(shape('S', 'makruk'));
    expect(shape('f~', 'newgame')).toBe(shape('m~', 'makruk'));
    expect(shape('N', 'newgame')).not.toBe(shape('N', 'chess'));
    expect(shape('x', 'newgame')).toBe('');
  });

  it('names its men by itself, and in Thai as Makruk does', () => {
    expect(pieceName('E', gameOf('newgame'))).toBe('elephant');
    expect(pieceName('f~', gameOf('newgame'))).toBe('promoted foot');
    setLanguage('th');
    expect(pieceName('E', gameOf('newgame'))).toBe('โคน');
    expect(squareName('e5', gameOf('newgame'))).toBe('จ๕');
  });
});
