# WebAssembly by Debian's emscripten: clang itself compiles, since emcc takes longer to start than most files
# to compile, and emcc links. Nothing is run.
set(CMAKE_SYSTEM_NAME Generic)
set(CMAKE_SYSTEM_PROCESSOR wasm32)
set(CMAKE_C_COMPILER clang)
set(CMAKE_C_COMPILER_TARGET wasm32-unknown-emscripten)
set(CMAKE_TRY_COMPILE_TARGET_TYPE STATIC_LIBRARY)
if(NOT DEFINED ENV{EXH_EMCC_CFLAGS})
	execute_process(COMMAND emcc --cflags OUTPUT_VARIABLE flags OUTPUT_STRIP_TRAILING_WHITESPACE
		COMMAND_ERROR_IS_FATAL ANY)
	set(ENV{EXH_EMCC_CFLAGS} "${flags}")
endif()
# 128-bit vectors: all browsers since 2023 have them.
set(CMAKE_C_FLAGS_INIT "$ENV{EXH_EMCC_CFLAGS} -msimd128")
set(CMAKE_AR llvm-ar CACHE FILEPATH "")
set(CMAKE_RANLIB llvm-ranlib CACHE FILEPATH "")
set(CMAKE_C_LINK_EXECUTABLE "emcc <CMAKE_C_LINK_FLAGS> <LINK_FLAGS> <OBJECTS> -o <TARGET> <LINK_LIBRARIES>")
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE ONLY)
