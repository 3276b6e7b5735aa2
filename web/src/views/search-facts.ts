// The figures of the last search, for the curious. Folded away until they are
// asked for.

import { t } from '../i18n';
import type { AnalysisReply } from '../protocol';
import { h } from '../ui/dom';
import { exactCount, secondsText } from '../ui/format';

export class SearchFacts {
  readonly element = h('details', { class: 'search-facts' });
  private list = h('dl', {});

  constructor() {
    this.element.hidden = true;
  }

  private analysis: AnalysisReply | null = null;

  /** Shows a search. Without one, the last stays. */
  paint(analysis: AnalysisReply | null): void {
    if (analysis) this.analysis = analysis;
    this.element.hidden = !this.analysis;
    if (!this.element.childElementCount) this.element.append(h('summary', { text: t('lastSearch') }), this.list);
    this.fill();
  }

  private fill(): void {
    const { analysis } = this;
    if (!analysis) return;
    const facts: [string, string][] = [
      [t('nodes'), exactCount(analysis.nodes)],
      [t('speed'), exactCount(analysis.nps)],
      [t('depthLong'), `${analysis.depth} / ${analysis.seldepth}`],
      [t('timeTaken'), secondsText(analysis.time)],
      [t('tableFull'), `${(analysis.hashfull / 10).toFixed(1)} %`],
      [t('tableHits'), exactCount(analysis.tbhits)],
    ];
    this.list.replaceChildren(
      ...facts.map(([name, value]) => h('div', {}, h('dt', { text: name }), h('dd', { text: value }))),
    );
  }
}
