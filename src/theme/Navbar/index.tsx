// Wraps the stock bar: from page to page it stays as it is, but for what in it asks for the address.
import {memo} from 'react';
import Navbar from '@theme-original/Navbar';

export default memo(Navbar);
