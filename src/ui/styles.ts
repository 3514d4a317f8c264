/** Fonts, tokens and what every element starts from. Imported once, before anything draws. */
import './tokens/fonts.css';
import './tokens/tokens.css';
import './tokens/base.css';
