// Each message stands where it is used (messages.js).
export default {};
