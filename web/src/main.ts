import './styles/fonts.css';
import './styles/base.css';
import './styles/board.css';
import './styles/panels.css';
import './styles/analyse.css';
import './styles/dialogs.css';
import './styles/editor.css';
import './styles/library.css';
import { App } from './app';
import { takeToken } from './connection';
import { setLanguage, t } from './i18n';
import { DEFAULTS } from './settings';
import { h } from './ui/dom';

const host = document.getElementById('app');
const token = takeToken();
if (host && token) new App(host, token);
else if (host) {
  setLanguage(DEFAULTS.language);
  document.documentElement.dataset.theme = 'dark';
  host.append(h('p', { class: 'refused', text: t('refused') }));
}
