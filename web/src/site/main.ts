// The page without a server.

import '../styles';
import '../styles/site.css';
import { App } from '../app';
import { local } from './local';
import { prepare, showLoading } from './start';

const host = document.getElementById('app');
if (host && (await prepare())) new App(host, '', local(showLoading));
