// The rules for the scripts of the pages and for their tests.

import js from "@eslint/js";
import globals from "globals";

export default [
  { ignores: [".venv/", "build/", "dist/"] },
  js.configs.recommended,
  { rules: { eqeqeq: ["error", "always"], "no-var": "error", "prefer-const": "error" } },
  { files: ["src/**/*.js"], languageOptions: { globals: globals.browser } },
  {
    files: ["tools/site/*.js"],
    languageOptions: {
      sourceType: "script",
      globals: { ...globals.browser, SECTIONS: "readonly" },
    },
  },
  { files: ["tests/**/*.js", "tools/*.js"], languageOptions: { globals: globals.nodeBuiltin } },
];
