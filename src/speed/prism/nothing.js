// Stands in for client modules that the site does without.
