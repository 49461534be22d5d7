// Stands in for a banner that the site turns off.
export default () => null;
