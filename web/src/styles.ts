// All that the page looks like.

import './styles/fonts.css';
import './styles/base.css';
import './styles/board.css';
import './styles/panels.css';
import './styles/analyse.css';
import './styles/dialogs.css';
import './styles/editor.css';
import './styles/library.css';
