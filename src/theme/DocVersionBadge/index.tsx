// Replaces the stock badge where the layout puts it, above the title: src/theme/DocItem/Content shows src/components/VersionSwitch
// in the line below it.
export default function DocVersionBadge(): null {
  return null;
}
