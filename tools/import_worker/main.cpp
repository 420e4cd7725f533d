// sat3d_import_worker: reads one model in a process of its own, for ImportOptions::isolation.

#include <sat3d/import/worker.hpp>

int main() {
    return sat3d::runImportWorker();
}
