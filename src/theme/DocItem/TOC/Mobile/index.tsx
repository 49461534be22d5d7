// Replaces the stock component where the layout puts it, above the title: src/theme/DocItem/Content shows it below.
export default function DocItemTOCMobile(): null {
  return null;
}
