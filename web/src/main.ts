import './styles';
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
