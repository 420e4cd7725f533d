/* A plugin that has positions in double. */
#include <stdint.h>

uint32_t version_of_plugin(void);
/* The x of a crate that a world of the plugin puts 10,000 km from the origin, and 3/8 of a meter. */
double far_crate_of_plugin(void);
